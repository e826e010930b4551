import { afterEach, describe, expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { once } from "node:events";
import { type FunctionUrlOptions, startFunctionUrl } from "../../src/fronts/function-url.js";
import { type Front } from "../../src/fronts/loopback-server.js";
import { type FakeFunction, answering, open, pieces, send, streaming } from "./support.js";

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
  test("hands the path on as it came", async () => {
    const fn = answering(() => ({ statusCode: 200, body: "ok" }));
    const endpoint = await start(fn);
    await send(endpoint, "/a%2Fb?x=%20");
    expect(fn.events[0]).toMatchObject({
      routeKey: "$default",
      rawPath: "/a%2Fb",
      rawQueryString: "x=%20",
      requestContext: { accountId: "anonymous", apiId: "urlid", stage: "$default", http: { path: "/a%2Fb" } },
    });
  });

  test("answers 502 for a failed function, and tells nothing of it", async () => {
    const endpoint = await start(
      answering(() => {
        throw new Error("secret detail");
      }),
    );
    const answer = await send(endpoint, "/");
    expect([answer.status, answer.text]).toEqual([502, "Internal Server Error"]);
  });

  test("refuses a body of more than 6 MB", async () => {
    const fn = answering(() => ({ statusCode: 200 }));
    const endpoint = await start(fn);
    const answer = await send(endpoint, "/", { method: "POST", body: Buffer.alloc(6 * 1024 * 1024 + 1) });
    expect(answer.status).toBe(413);
    expect(fn.events).toHaveLength(0);
  });
});

describe("AWS_IAM", () => {
  const iam = { authType: "AWS_IAM" } as const;
  const token = { "x-local-origin-access": "the-token" };

  test("admits the edge alone, and the function never sees the token", async () => {
    const fn = answering(() => ({ statusCode: 200 }));
    const endpoint = await start(fn, iam);
    const refused = await send(endpoint, "/");
    expect([refused.status, refused.text]).toEqual([403, '{"Message":"Forbidden"}']);
    expect((await send(endpoint, "/", { headers: { "x-local-origin-access": "guess" } })).status).toBe(403);
    expect((await send(endpoint, "/", { headers: token })).status).toBe(200);
    expect(fn.events).toHaveLength(1);
    expect(fn.events[0]?.headers).not.toHaveProperty("x-local-origin-access");
  });

  test("takes a body only with its hash, since CloudFront signs none", async () => {
    const endpoint = await start(
      answering(() => ({ statusCode: 200 })),
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

  test("passes each chunk on before the function writes the next", async () => {
    const body = new PassThrough();
    const prelude = { statusCode: 202, headers: { "Content-Type": "text/event-stream" }, cookies: ["a=1"] };
    const endpoint = await start(
      streaming(() => ({ prelude, body })),
      mode,
    );
    const response = await open(endpoint, "/");
    expect(response.statusCode).toBe(202);
    expect(response.headers).toMatchObject({ "content-type": "text/event-stream", "set-cookie": ["a=1"] });
    const chunks = (response.setEncoding("utf8") as AsyncIterable<string>)[Symbol.asyncIterator]();
    body.write("first");
    expect((await chunks.next()).value).toBe("first");
    body.end("second");
    expect((await chunks.next()).value).toBe("second");
    expect((await chunks.next()).done).toBe(true);
  });

  test("without a prelude is a 200 of bytes", async () => {
    const endpoint = await start(
      streaming(() => ({ body: pieces("a", "b") })),
      mode,
    );
    const answer = await send(endpoint, "/");
    expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([
      200,
      "application/octet-stream",
      "ab",
    ]);
  });

  test("reads no faster than the client takes", async () => {
    const body = new PassThrough({ highWaterMark: 1024 });
    const endpoint = await start(
      streaming(() => ({ body })),
      mode,
    );
    const response = await open(endpoint, "/");
    const chunk = Buffer.alloc(256 * 1024);
    // The client reads nothing: sooner or later the function has to wait.
    let accepted = 0;
    while (body.write(chunk) || (await drainsSoon(body))) accepted += chunk.length;
    expect(accepted).toBeLessThan(200 * 1024 * 1024);
    response.destroy();
    await once(response, "close");
  });

  test("a client that goes away does not end the function", async () => {
    const body = new PassThrough({ highWaterMark: 16 });
    const endpoint = await start(
      streaming(() => ({ body })),
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

  test("a function that fails half way breaks the connection", async () => {
    const body = new PassThrough();
    const endpoint = await start(
      streaming(() => ({ body })),
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
    "a function that fails at once is a 502: %j",
    async (failure) => {
      const endpoint = await start(
        streaming(() => ({ ...failure, body: pieces("{}") })),
        mode,
      );
      expect((await send(endpoint, "/")).status).toBe(502);
    },
  );
});

/** Whether the stream takes more within a few turns of the event loop. */
async function drainsSoon(stream: PassThrough): Promise<boolean> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (!stream.writableNeedDrain) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}
