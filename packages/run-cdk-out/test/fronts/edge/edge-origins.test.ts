import { afterEach, describe, expect, test } from "@jest/globals";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { type Handler, textOrigin, cachePolicy, closeAll, startTestEdge } from "./edge-fixture.js";
import { latch, open, send, chunksOf } from "../fronts-fixture.js";

afterEach(closeAll);

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const silent: Handler = () => undefined;

describe("failover", () => {
  const group = {
    Items: [
      {
        Id: "group",
        Members: { Items: [{ OriginId: "bucket" }, { OriginId: "image" }] },
        FailoverCriteria: { StatusCodes: { Items: [403, 404] } },
      },
    ],
  };
  const start = (bucket: Handler) =>
    startTestEdge({
      origins: { bucket, image: textOrigin("from the function", {}, 503) },
      config: { OriginGroups: group },
      behavior: { TargetOriginId: "group" },
    });

  test("the edge uses the second origin for a listed status of the first, and returns its status unchanged", async () => {
    const edge = await start(textOrigin("<Error/>", {}, 403));
    const response = await send(edge.endpoint, "/a?b=1");
    expect([response.status, response.text]).toEqual([503, "from the function"]);
    expect(edge.origins["image"]?.requests[0]?.url).toBe("/a?b=1");
  });

  test("the edge does not use the second origin for other statuses", async () => {
    const edge = await start(textOrigin("broken", {}, 500));
    expect((await send(edge.endpoint, "/")).status).toBe(500);
    expect(edge.origins["image"]?.requests).toHaveLength(0);
  });

  test("the edge uses the second origin when the first closes the connection", async () => {
    const edge = await start((request) => void request.socket.destroy());
    expect((await send(edge.endpoint, "/")).text).toBe("from the function");
  });

  test("the edge never uses the second origin for POST", async () => {
    const edge = await start(textOrigin("no", {}, 403));
    expect((await send(edge.endpoint, "/", { method: "POST", body: "x" })).status).toBe(403);
    expect(edge.origins["image"]?.requests).toHaveLength(0);
  });

  test("a function creates an origin group for one request of a behavior that allows POST", async () => {
    const edge = await startTestEdge({
      origins: { api: textOrigin("api"), bucket: textOrigin("", {}, 404), image: textOrigin("image") },
      viewerRequest: `import cf from 'cloudfront';
        function handler(event) {
          if (event.request.method === 'GET') cf.createRequestOriginGroup({
            originIds: [{ originId: 'bucket' }, { originId: 'image' }], failoverCriteria: { statusCodes: [403, 404] } });
          return event.request;
        }`,
    });
    expect((await send(edge.endpoint, "/")).text).toBe("image");
    expect((await send(edge.endpoint, "/", { method: "POST" })).text).toBe("api");
  });
});

describe("failing origins", () => {
  const settings = { api: { ConnectionAttempts: 2, CustomOriginConfig: { OriginReadTimeout: 0.05 } } };

  test("the edge returns 504 after all attempts when the origin does not respond in time", async () => {
    const edge = await startTestEdge({ origins: { api: silent }, originSettings: settings });
    expect((await send(edge.endpoint, "/")).status).toBe(504);
    expect(edge.origins["api"]?.requests).toHaveLength(2);
    expect(edge.lines.join()).toContain("did not respond");
  });

  test("the edge returns 504 after one attempt when the origin does not respond to a POST in time", async () => {
    const edge = await startTestEdge({ origins: { api: silent }, originSettings: settings });
    expect((await send(edge.endpoint, "/", { method: "POST", body: "x" })).status).toBe(504);
    expect(edge.origins["api"]?.requests).toHaveLength(1);
  });

  test("the edge returns 502 when the origin closes the connection or its domain name is unknown", async () => {
    const edge = await startTestEdge({ origins: { api: (request) => void request.socket.destroy() } });
    expect((await send(edge.endpoint, "/", { method: "POST", body: "x" })).status).toBe(502);
    const nowhere = await startTestEdge({ origins: { api: silent }, options: { resolveOrigin: () => undefined } });
    expect((await send(nowhere.endpoint, "/")).status).toBe(502);
    expect(nowhere.lines.join()).toContain("api.test");
  });

  test("the edge closes the connection to the viewer and caches nothing when the body of the origin is incomplete", async () => {
    let broken = true;
    const edge = await startTestEdge({
      origins: {
        api: (_, response) => {
          response.writeHead(200, { "content-length": "10" });
          response.write("01234");
          if (broken) setImmediate(() => response.destroy());
          else response.end("56789");
        },
      },
      behavior: { CachePolicyId: "own" },
      options: { policies: { cache: { own: cachePolicy() }, originRequest: {}, responseHeaders: {} } },
    });
    await expect(send(edge.endpoint, "/")).rejects.toThrow(/aborted/);
    broken = false;
    expect((await send(edge.endpoint, "/")).text).toBe("0123456789");
  });

  test("the edge closes the connection to the viewer when the origin stops sending", async () => {
    const edge = await startTestEdge({
      origins: { api: (_, response) => void response.write("begin") },
      originSettings: settings,
    });
    await expect(send(edge.endpoint, "/")).rejects.toThrow(/aborted/);
  });
});

describe("streaming", () => {
  const big = randomBytes(20 * 1024 * 1024);

  test.each([true, false])("the edge returns a body of 20 MB bit for bit (cached: %s)", async (cached) => {
    const edge = await startTestEdge({
      origins: { api: (_, response) => void response.end(big) },
      behavior: cached ? { CachePolicyId: "own" } : {},
      options: { policies: { cache: { own: cachePolicy() }, originRequest: {}, responseHeaders: {} } },
    });
    const digests = [await send(edge.endpoint, "/"), await send(edge.endpoint, "/")].map(({ body }) => sha256(body));
    expect(digests).toEqual([sha256(big), sha256(big)]);
    expect(edge.origins["api"]?.requests).toHaveLength(cached ? 1 : 2);
  });

  test("the edge forwards a request body of 20 MB bit for bit", async () => {
    const edge = await startTestEdge({
      origins: {
        api: (request, response) => {
          const hash = createHash("sha256");
          request.on("data", (chunk: Buffer) => hash.update(chunk));
          request.on("end", () => response.end(hash.digest("hex")));
        },
      },
    });
    expect((await send(edge.endpoint, "/", { method: "PUT", body: big })).text).toBe(sha256(big));
  });

  test("the edge sends each chunk of a response before the origin writes the next", async () => {
    const second = latch();
    const edge = await startTestEdge({
      origins: {
        api: (_, response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write("first");
          void second.opened.then(() => response.end("second"));
        },
      },
    });
    const response = await open(edge.endpoint, "/");
    const chunks = chunksOf(response);
    expect((await chunks.next()).value).toBe("first");
    second.open();
    expect((await chunks.next()).value).toBe("second");
    expect((await chunks.next()).done).toBe(true);
  });

  test("the edge forwards each chunk of a request body before the viewer writes the next", async () => {
    const arrived = latch();
    const edge = await startTestEdge({
      origins: {
        api: (request, response) => {
          request.once("data", () => arrived.open());
          request.on("end", () => response.end("done"));
        },
      },
    });
    const { hostname, port } = new URL(edge.endpoint);
    const outgoing = httpRequest({ hostname, port, method: "POST", agent: false });
    outgoing.write("first");
    await arrived.opened;
    outgoing.end("second");
    const [response] = (await once(outgoing, "response")) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, "end");
  });

  test("the edge aborts an uncached fetch when the viewer disconnects, and continues to work", async () => {
    const left = latch();
    const edge = await startTestEdge({
      origins: {
        api: (request, response) => {
          if (request.url === "/ok") return void response.end("ok");
          response.on("close", () => left.open());
          response.write("begin");
        },
      },
    });
    const response = await open(edge.endpoint, "/");
    await once(response, "data");
    response.destroy();
    await left.opened;
    expect((await send(edge.endpoint, "/ok")).text).toBe("ok");
    expect(edge.lines).toEqual([]);
  });

  test("the edge aborts the origin request when the viewer disconnects during its upload", async () => {
    const arrived = latch();
    const left = latch();
    const edge = await startTestEdge({
      origins: {
        api: (request) => {
          request.once("data", () => arrived.open());
          request.once("close", () => left.open());
        },
      },
    });
    const { hostname, port } = new URL(edge.endpoint);
    const outgoing = httpRequest({ hostname, port, method: "PUT", agent: false }).on("error", () => undefined);
    outgoing.write("begin");
    await arrived.opened;
    outgoing.destroy();
    await left.opened;
    expect(edge.origins["api"]?.requests[0]?.complete).toBe(false);
    expect(edge.lines).toEqual([]);
  });

  test("the edge aborts the origin request without logging when the viewer disconnects before the response", async () => {
    const received = latch();
    const left = latch();
    const edge = await startTestEdge({
      origins: {
        api: (_, response) => {
          response.on("close", () => left.open());
          received.open();
        },
      },
    });
    const { hostname, port } = new URL(edge.endpoint);
    const outgoing = httpRequest({ hostname, port, agent: false }).on("error", () => undefined);
    outgoing.end();
    await received.opened;
    outgoing.destroy();
    await left.opened;
    expect(edge.lines).toEqual([]);
  });
});
