import { afterEach, describe, expect, test } from "@jest/globals";
import { gate, open, send } from "../support.js";
import { type Handler, type TestEdge, cachePolicy, closeAll, startCaching } from "./edge-support.js";

afterEach(closeAll);

describe("collapsing", () => {
  /** An origin whose answers wait for the gate. */
  const gated = (headers: Record<string, string>) => {
    const answer = gate();
    const handler: Handler = (_, response) => {
      void answer.opened.then(() => {
        response.writeHead(200, headers);
        response.end("body");
      });
    };
    return { answer, handler };
  };
  const requestsOf = (edge: TestEdge) => edge.origins["api"]?.requests.length ?? 0;
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  };

  test("simultaneous requests of one key are one request to the origin", async () => {
    const { answer, handler } = gated({ "cache-control": "max-age=60" });
    const edge = await startCaching(handler);
    const asking = Array.from({ length: 20 }, () => send(edge.endpoint, "/"));
    await until(() => edge.stats().requests === 20);
    answer.open();
    const answers = await Promise.all(asking);
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, () => "body"));
    expect(requestsOf(edge)).toBe(1);
    expect(edge.stats()).toMatchObject({ misses: 1, collapsed: 19 });
  });

  test("a follower gets the answer while it still arrives", async () => {
    const finish = gate();
    const edge = await startCaching((_, response) => {
      response.write("first");
      void finish.opened.then(() => response.end("last"));
    });
    const leader = await open(edge.endpoint, "/");
    const follower = await open(edge.endpoint, "/");
    const chunks = (follower.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toBe("first");
    leader.destroy();
    finish.open();
    expect((await chunks.next()).value).toBe("last");
    expect((await send(edge.endpoint, "/")).text).toBe("firstlast");
    expect(requestsOf(edge)).toBe(1);
  });

  test("what is private is never shared: each viewer gets an answer of its own", async () => {
    let count = 0;
    const answer = gate();
    const edge = await startCaching((_, response) => {
      count += 1;
      const mine = String(count);
      void answer.opened.then(() => {
        response.writeHead(200, { "cache-control": "private" });
        response.end(mine);
      });
    });
    const asking = Array.from({ length: 5 }, () => send(edge.endpoint, "/"));
    await until(() => edge.stats().requests === 5);
    answer.open();
    const texts = (await Promise.all(asking)).map(({ text }) => text).sort();
    expect(texts).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("can be switched off", async () => {
    const { answer, handler } = gated({ "cache-control": "max-age=60" });
    const policies = { cache: { own: cachePolicy() }, originRequest: {}, responseHeaders: {} };
    const edge = await startCaching(handler, cachePolicy(), { options: { collapse: false, policies } });
    const asking = Array.from({ length: 5 }, () => send(edge.endpoint, "/"));
    await until(() => requestsOf(edge) === 5);
    answer.open();
    await Promise.all(asking);
    expect(edge.stats().collapsed).toBe(0);
  });

  test("different keys do not wait for each other", async () => {
    const { answer, handler } = gated({});
    const edge = await startCaching(handler);
    const asking = [send(edge.endpoint, "/a"), send(edge.endpoint, "/b")];
    await until(() => requestsOf(edge) === 2);
    answer.open();
    await Promise.all(asking);
  });
});
