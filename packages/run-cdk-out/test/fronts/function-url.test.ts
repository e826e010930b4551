import { afterEach, describe, expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { once } from "node:events";
import { type FunctionUrlOptions, startFunctionUrl } from "../../src/fronts/function-url.js";
import type { Front } from "../../src/fronts/loopback-server.js";
import {
  type FakeFunction,
  respondingFunction,
  open,
  pieces,
  send,
  streamingFunction,
  chunksOf,
} from "./fronts-fixture.js";

const running: Front[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((front) => front.close()));
});

async function start(invoker: FakeFunction, options: Partial<FunctionUrlOptions> = {}): Promise<string> {
  const front = await startFunctionUrl({
    domainName: "urlid.lambda-url.us-east-1.on.aws",
    invoker,
    invokeMode: "BUFFERED",
    authType: "NONE",
    originToken: "the-token",
    ...options,
  });
  running.push(front);
  return front.endpoint;
}

describe("a buffered function URL", () => {
  test("a function URL does not decode the path", async () => {
    const fn = respondingFunction(() => ({ statusCode: 200, body: "ok" }));
    const endpoint = await start(fn);
    await send(endpoint, "/a%2Fb?x=%20");
    expect(fn.events[0]).toMatchObject({
      routeKey: "$default",
      rawPath: "/a%2Fb",
      rawQueryString: "x=%20",
      requestContext: { accountId: "anonymous", apiId: "urlid", stage: "$default", http: { path: "/a%2Fb" } },
    });
  });

  test("a function URL returns 502 without details for a failed function", async () => {
    const endpoint = await start(
      respondingFunction(() => {
        throw new Error("secret detail");
      }),
    );
    const response = await send(endpoint, "/");
    expect([response.status, response.text]).toEqual([502, "Internal Server Error"]);
  });

  test("a function URL returns 413 for a body of more than 6 MB", async () => {
    const fn = respondingFunction(() => ({ statusCode: 200 }));
    const endpoint = await start(fn);
    const response = await send(endpoint, "/", { method: "POST", body: Buffer.alloc(6 * 1024 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect(fn.events).toHaveLength(0);
  });
});

// These are the names that Lambda uses: https://github.com/cargo-lambda/cargo-lambda/issues/862.
describe.each(["BUFFERED", "RESPONSE_STREAM"] as const)("headers of a function URL", (invokeMode) => {
  const headers = { "Content-Length": "7", "WWW-Authenticate": "Bearer", connection: "close", etag: '"1"' };
  const prelude = { statusCode: 401, headers };
  const functionWith = (body: string): FakeFunction =>
    invokeMode === "BUFFERED"
      ? respondingFunction(() => ({ ...prelude, body }))
      : streamingFunction(() => ({ prelude, body: pieces(body) }));

  test.each(["GET", "HEAD"])(
    `a function URL (${invokeMode}) renames the headers that Lambda sets itself: %s`,
    async (method) => {
      const endpoint = await start(functionWith("picture"), { invokeMode });
      const response = await send(endpoint, "/", { method });
      expect(response.status).toBe(401);
      expect(response.headers).toMatchObject({
        etag: '"1"',
        "x-amzn-remapped-connection": "close",
        "x-amzn-remapped-content-length": "7",
        "x-amzn-remapped-www-authenticate": "Bearer",
      });
      expect(response.headers).not.toHaveProperty("www-authenticate");
    },
  );

  test(`a function URL (${invokeMode}) ignores the length that the function states`, async () => {
    const endpoint = await start(functionWith("a longer body"), { invokeMode });
    expect((await send(endpoint, "/")).text).toBe("a longer body");
  });
});

test("a streaming function URL returns no length for HEAD", async () => {
  const prelude = { statusCode: 200, headers: { "content-length": "7" } };
  const fn = streamingFunction(() => ({ prelude, body: pieces() }));
  const endpoint = await start(fn, { invokeMode: "RESPONSE_STREAM" });
  const response = await send(endpoint, "/", { method: "HEAD" });
  expect([response.status, response.headers["content-length"]]).toEqual([200, undefined]);
});

describe("AWS_IAM", () => {
  const iam = { authType: "AWS_IAM" } as const;
  const token = { "x-local-origin-access": "the-token" };

  test("a function URL with AWS_IAM accepts only the edge, and the function does not get the token", async () => {
    const fn = respondingFunction(() => ({ statusCode: 200 }));
    const endpoint = await start(fn, iam);
    const rejected = await send(endpoint, "/");
    expect([rejected.status, rejected.text]).toEqual([403, '{"Message":"Forbidden"}']);
    expect((await send(endpoint, "/", { headers: { "x-local-origin-access": "guess" } })).status).toBe(403);
    expect((await send(endpoint, "/", { headers: token })).status).toBe(200);
    expect(fn.events).toHaveLength(1);
    expect(fn.events[0]?.headers).not.toHaveProperty("x-local-origin-access");
  });

  test("a function URL with AWS_IAM accepts a body only with its hash, because CloudFront does not sign bodies", async () => {
    const endpoint = await start(
      respondingFunction(() => ({ statusCode: 200 })),
      iam,
    );
    const hash = createHash("sha256").update("hello").digest("hex");
    expect((await send(endpoint, "/", { method: "POST", headers: token, body: "hello" })).status).toBe(403);
    const signed = { ...token, "x-amz-content-sha256": hash };
    expect((await send(endpoint, "/", { method: "POST", headers: signed, body: "hello" })).status).toBe(200);
  });
});

describe("a streaming function URL", () => {
  const mode = { invokeMode: "RESPONSE_STREAM" } as const;

  test("a streaming function URL sends each chunk before the function writes the next", async () => {
    const body = new PassThrough();
    const prelude = { statusCode: 202, headers: { "Content-Type": "text/event-stream" }, cookies: ["a=1"] };
    const endpoint = await start(
      streamingFunction(() => ({ prelude, body })),
      mode,
    );
    const response = await open(endpoint, "/");
    expect(response.statusCode).toBe(202);
    expect(response.headers).toMatchObject({ "content-type": "text/event-stream", "set-cookie": ["a=1"] });
    const chunks = chunksOf(response);
    body.write("first");
    expect((await chunks.next()).value).toBe("first");
    body.end("second");
    expect((await chunks.next()).value).toBe("second");
    expect((await chunks.next()).done).toBe(true);
  });

  test("a streaming function URL returns 200 and application/octet-stream when there is no prelude", async () => {
    const endpoint = await start(
      streamingFunction(() => ({ body: pieces("a", "b") })),
      mode,
    );
    const response = await send(endpoint, "/");
    expect([response.status, response.headers["content-type"], response.text]).toEqual([
      200,
      "application/octet-stream",
      "ab",
    ]);
  });

  test("a streaming function URL applies the backpressure of the client to the function", async () => {
    const body = new PassThrough({ highWaterMark: 1024 });
    const endpoint = await start(
      streamingFunction(() => ({ body })),
      mode,
    );
    const response = await open(endpoint, "/");
    const chunk = Buffer.alloc(256 * 1024);
    // The client reads nothing, so the function must wait at some point.
    let accepted = 0;
    while (body.write(chunk) || (await drainsSoon(body))) accepted += chunk.length;
    expect(accepted).toBeLessThan(200 * 1024 * 1024);
    response.destroy();
    await once(response, "close");
  });

  test("a streaming function continues when the client disconnects", async () => {
    const body = new PassThrough({ highWaterMark: 16 });
    const endpoint = await start(
      streamingFunction(() => ({ body })),
      mode,
    );
    const response = await open(endpoint, "/");
    body.write("begin");
    await once(response, "data");
    response.destroy();
    await once(response, "close");
    for (let written = 0; written < 100; written += 1) {
      if (!body.write("x".repeat(64 * 1024))) await once(body, "drain");
    }
    body.end();
    await once(body, "end");
    expect(body.destroyed || body.readableEnded).toBe(true);
  });

  test("a streaming function URL closes the connection when the function fails after the first chunk", async () => {
    const body = new PassThrough();
    const endpoint = await start(
      streamingFunction(() => ({ body })),
      mode,
    );
    const response = await open(endpoint, "/");
    body.write("half");
    await once(response, "data");
    const broken = once(response, "error");
    body.destroy(new Error("the function fell over"));
    await broken;
    expect(response.complete).toBe(false);
  });

  test.each([{ functionError: "Unhandled" }, { prelude: { statusCode: 200, headers: { "x-lines": "a\nb" } } }])(
    "a streaming function URL returns 502 when the function fails before the first chunk: %j",
    async (failure) => {
      const endpoint = await start(
        streamingFunction(() => ({ ...failure, body: pieces("{}") })),
        mode,
      );
      expect((await send(endpoint, "/")).status).toBe(502);
    },
  );
});

/** Whether the stream accepts more data within a few turns of the event loop. */
async function drainsSoon(stream: PassThrough): Promise<boolean> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (!stream.writableNeedDrain) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}
