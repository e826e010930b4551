import { afterEach, describe, expect, test } from "@jest/globals";
import { latch, open, send, chunksOf } from "../fronts-fixture.js";
import { type Handler, type TestEdge, cachePolicy, closeAll, startCaching } from "./edge-fixture.js";

afterEach(closeAll);

describe("collapsing", () => {
  /** An origin whose responses wait for a latch. */
  const waiting = (headers: Record<string, string>) => {
    const ready = latch();
    const handler: Handler = (_, response) => {
      void ready.opened.then(() => {
        response.writeHead(200, headers);
        response.end("body");
      });
    };
    return { ready, handler };
  };
  const requestsOf = (edge: TestEdge) => edge.origins["api"]?.requests.length ?? 0;
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  };

  test("simultaneous requests with the same cache key share one origin request", async () => {
    const { ready, handler } = waiting({ "cache-control": "max-age=60" });
    const edge = await startCaching(handler);
    const requests = Array.from({ length: 20 }, () => send(edge.endpoint, "/"));
    await until(() => edge.stats().requests === 20);
    ready.open();
    const responses = await Promise.all(requests);
    expect(responses.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, () => "body"));
    expect(requestsOf(edge)).toBe(1);
    expect(edge.stats()).toMatchObject({ misses: 1, collapsed: 19 });
  });

  test("a request gets the shared response while it is still incomplete", async () => {
    const finish = latch();
    const edge = await startCaching((_, response) => {
      response.write("first");
      void finish.opened.then(() => response.end("last"));
    });
    const first = await open(edge.endpoint, "/");
    const second = await open(edge.endpoint, "/");
    const chunks = chunksOf(second);
    expect((await chunks.next()).value).toBe("first");
    first.destroy();
    finish.open();
    expect((await chunks.next()).value).toBe("last");
    expect((await send(edge.endpoint, "/")).text).toBe("firstlast");
    expect(requestsOf(edge)).toBe(1);
  });

  test("simultaneous requests never share a private response", async () => {
    let count = 0;
    const ready = latch();
    const edge = await startCaching((_, response) => {
      count += 1;
      const mine = String(count);
      void ready.opened.then(() => {
        response.writeHead(200, { "cache-control": "private" });
        response.end(mine);
      });
    });
    const requests = Array.from({ length: 5 }, () => send(edge.endpoint, "/"));
    await until(() => edge.stats().requests === 5);
    ready.open();
    const texts = (await Promise.all(requests)).map(({ text }) => text).sort();
    expect(texts).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("collapse: false sends each request to the origin", async () => {
    const { ready, handler } = waiting({ "cache-control": "max-age=60" });
    const policies = { cache: { own: cachePolicy() }, originRequest: {}, responseHeaders: {} };
    const edge = await startCaching(handler, cachePolicy(), { options: { collapse: false, policies } });
    const requests = Array.from({ length: 5 }, () => send(edge.endpoint, "/"));
    await until(() => requestsOf(edge) === 5);
    ready.open();
    await Promise.all(requests);
    expect(edge.stats().collapsed).toBe(0);
  });

  test("requests with different cache keys do not wait for each other", async () => {
    const { ready, handler } = waiting({});
    const edge = await startCaching(handler);
    const requests = [send(edge.endpoint, "/a"), send(edge.endpoint, "/b")];
    await until(() => requestsOf(edge) === 2);
    ready.open();
    await Promise.all(requests);
  });
});
