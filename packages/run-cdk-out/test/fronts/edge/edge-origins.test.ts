import { afterEach, describe, expect, test } from "@jest/globals";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { type Handler, answerText, cachePolicy, closeAll, startTestEdge } from "./edge-support.js";
import { gate, open, send } from "../support.js";

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
      origins: { bucket, image: answerText("from the function", {}, 503) },
      config: { OriginGroups: group },
      behavior: { TargetOriginId: "group" },
    });

  test("a listed status of the first origin is answered by the second, whose own status stands", async () => {
    const edge = await start(answerText("<Error/>", {}, 403));
    const answer = await send(edge.endpoint, "/a?b=1");
    expect([answer.status, answer.text]).toEqual([503, "from the function"]);
    expect(edge.origins["image"]?.requests[0]?.url).toBe("/a?b=1");
  });

  test("any other status is the answer", async () => {
    const edge = await start(answerText("broken", {}, 500));
    expect((await send(edge.endpoint, "/")).status).toBe(500);
    expect(edge.origins["image"]?.requests).toHaveLength(0);
  });

  test("an origin that can't be reached is a reason too", async () => {
    const edge = await start((request) => void request.socket.destroy());
    expect((await send(edge.endpoint, "/")).text).toBe("from the function");
  });

  test("a POST is never sent twice", async () => {
    const edge = await start(answerText("no", {}, 403));
    expect((await send(edge.endpoint, "/", { method: "POST", body: "x" })).status).toBe(403);
    expect(edge.origins["image"]?.requests).toHaveLength(0);
  });

  test("a function makes a group for its request, beside a behaviour that takes POST", async () => {
    const edge = await startTestEdge({
      origins: { api: answerText("api"), bucket: answerText("", {}, 404), image: answerText("image") },
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

describe("origins that fail", () => {
  const settings = { api: { ConnectionAttempts: 2, CustomOriginConfig: { OriginReadTimeout: 0.05 } } };

  test("one that does not answer in time is a 504, after as many attempts as it has", async () => {
    const edge = await startTestEdge({ origins: { api: silent }, originSettings: settings });
    expect((await send(edge.endpoint, "/")).status).toBe(504);
    expect(edge.origins["api"]?.requests).toHaveLength(2);
    expect(edge.lines.join()).toContain("did not answer");
  });

  test("a POST that is not answered in time is a 504 after one attempt", async () => {
    const edge = await startTestEdge({ origins: { api: silent }, originSettings: settings });
    expect((await send(edge.endpoint, "/", { method: "POST", body: "x" })).status).toBe(504);
    expect(edge.origins["api"]?.requests).toHaveLength(1);
  });

  test("one that hangs up is a 502, and so is one that does not run here", async () => {
    const edge = await startTestEdge({ origins: { api: (request) => void request.socket.destroy() } });
    expect((await send(edge.endpoint, "/", { method: "POST", body: "x" })).status).toBe(502);
    const nowhere = await startTestEdge({ origins: { api: silent }, options: { resolveOrigin: () => undefined } });
    expect((await send(nowhere.endpoint, "/")).status).toBe(502);
    expect(nowhere.lines.join()).toContain("api.test");
  });

  test("one that breaks off half way breaks the viewer's connection off, and nothing is kept", async () => {
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

  test("one that stops sending breaks off as well", async () => {
    const edge = await startTestEdge({
      origins: { api: (_, response) => void response.write("begin") },
      originSettings: settings,
    });
    await expect(send(edge.endpoint, "/")).rejects.toThrow(/aborted/);
  });
});

describe("streaming", () => {
  const big = randomBytes(20 * 1024 * 1024);

  test.each([true, false])("20 MB arrive bit for bit (cached: %s)", async (cached) => {
    const edge = await startTestEdge({
      origins: { api: (_, response) => void response.end(big) },
      behavior: cached ? { CachePolicyId: "own" } : {},
      options: { policies: { cache: { own: cachePolicy() }, originRequest: {}, responseHeaders: {} } },
    });
    const digests = [await send(edge.endpoint, "/"), await send(edge.endpoint, "/")].map(({ body }) => sha256(body));
    expect(digests).toEqual([sha256(big), sha256(big)]);
    expect(edge.origins["api"]?.requests).toHaveLength(cached ? 1 : 2);
  });

  test("20 MB reach the origin bit for bit", async () => {
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

  test("a chunk reaches the viewer before the origin writes the next", async () => {
    const second = gate();
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
    const chunks = (response.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toBe("first");
    second.open();
    expect((await chunks.next()).value).toBe("second");
    expect((await chunks.next()).done).toBe(true);
  });

  test("a chunk of a body reaches the origin before the viewer writes the next", async () => {
    const arrived = gate();
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

  test("a viewer that leaves ends an uncached fetch, and the edge serves on", async () => {
    const left = gate();
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

  test("a viewer that leaves in the middle of its upload ends the request to the origin", async () => {
    const arrived = gate();
    const left = gate();
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

  test("a viewer that leaves before the answer ends the waiting, and no one is blamed", async () => {
    const asked = gate();
    const left = gate();
    const edge = await startTestEdge({
      origins: {
        api: (_, response) => {
          response.on("close", () => left.open());
          asked.open();
        },
      },
    });
    const { hostname, port } = new URL(edge.endpoint);
    const outgoing = httpRequest({ hostname, port, agent: false }).on("error", () => undefined);
    outgoing.end();
    await asked.opened;
    outgoing.destroy();
    await left.opened;
    expect(edge.lines).toEqual([]);
  });
});
