import { describe, expect, jest, test } from "@jest/globals";
import type { Admission } from "../../../core/access/rate-limiter.js";
import { errorBodySchema, ServiceError } from "../../../core/contract/errors.js";
import { type HttpEvent, query } from "../../../lambdas/shared/http-event.js";
import type { RouteHandlers } from "../../../lambdas/shared/http-request.js";
import { admission, caller, KEYS, method, SECRET, setUp, USAGE } from "./http-app-fixture.js";

/** Returns what it received. */
const echo: RouteHandlers = {
  createSession: async ({ body, baseUrl, requestId }) => ({
    statusCode: 200,
    headers: {},
    body: JSON.stringify({ body, baseUrl, requestId }),
  }),
};
const GOOD = { body: '{"apiKey":"x"}' };
const failing = (error: Error): RouteHandlers => ({ createSession: async () => Promise.reject(error) });

describe("createHttpApp", () => {
  test("a request reaches its route, and the response has the edge's request ID", async () => {
    const response = await setUp({ routes: echo }).call({ body: '{"apiKey":"x","unknown":1}' });
    expect(response.json).toEqual({ body: { apiKey: "x" }, baseUrl: "https://i.example", requestId: "edge-1" });
    expect(response.headers).toMatchObject({ "x-request-id": "edge-1", "x-content-type-options": "nosniff" });
  });

  test.each([['http://a"<b>'], ["http://a/b"], ["http://"], ["http://a:x"], ["http://a:99999"], ["http://["]])(
    "returns 400 for the base URL %s, which no job can store",
    async (baseUrl) => {
      const response = await setUp({ routes: echo }).call(GOOD, { "x-irs-base-url": baseUrl });
      expect(response.statusCode).toBe(400);
      expect(errorBodySchema.parse(response.json).message).toContain("`Host` header");
    },
  );

  test.each([["http://127.0.0.1:4000"], ["https://Images.Example"], ["http://[::1]:4000"], ["http://localhost"]])(
    "accepts the base URL %s",
    async (baseUrl) => {
      const response = await setUp({ routes: echo }).call(GOOD, { "x-irs-base-url": baseUrl });
      expect(response.json.baseUrl).toBe(baseUrl);
    },
  );

  test("compresses a large response for a caller who accepts that", async () => {
    const body = JSON.stringify({ text: "a".repeat(20_000) });
    const routes: RouteHandlers = { createSession: async () => ({ statusCode: 200, headers: {}, body }) };
    const { headers } = await setUp({ routes }).call(GOOD, { "accept-encoding": "br" });
    expect(headers["content-encoding"]).toBe("br");
  });

  test.each([["guess"], [""], ["origin-secret-and-more"]])(
    "returns 403 for a request with the origin secret %j",
    async (secret) => {
      const response = await setUp({ routes: echo }).call({}, { "x-irs-origin-secret": secret });
      expect(response.statusCode).toBe(403);
      expect(errorBodySchema.parse(response.json).code).toBe("FORBIDDEN");
    },
  );

  test.each([
    ["rotated", 200],
    [SECRET, 200],
    ["older", 403],
  ])("during a rotation, a request with the origin secret %j gets %i", async (secret, status) => {
    const { call } = setUp({ routes: echo, originSecrets: ["rotated", SECRET] });
    expect((await call(GOOD, { "x-irs-origin-secret": secret })).statusCode).toBe(status);
  });

  test.each([
    ["an unknown path", { rawPath: "/nowhere" }, 404, "NOT_FOUND"],
    [
      "a route of another function",
      { rawPath: "/api/v1/renders/x/asset", requestContext: { http: { method: "GET" }, requestId: "g" } },
      404,
      "NOT_FOUND",
    ],
    ["malformed JSON", { body: "{" }, 400, "BAD_REQUEST"],
    ["no body", {}, 400, "BAD_REQUEST"],
    [
      "invalid UTF-8",
      { body: Buffer.from([0x22, 0xff, 0x22]).toString("base64"), isBase64Encoded: true },
      400,
      "BAD_REQUEST",
    ],
    ["a body that is not an object", { body: "[]" }, 400, "BAD_REQUEST"],
    ["a field with a wrong type", { body: '{"apiKey":[]}' }, 422, "VALIDATION_ERROR"],
    ["a body over 5 MB", { body: JSON.stringify("x".repeat(5 * 1024 * 1024)) }, 413, "PAYLOAD_TOO_LARGE"],
  ])("returns the flat error body for %s", async (_name, change, status, code) => {
    const response = await setUp({ routes: echo }).call(change as Partial<HttpEvent>);
    const body = errorBodySchema.parse(response.json);
    expect([response.statusCode, body.code, body.requestId]).toEqual([status, code, "edge-1"]);
    expect(body.message).toBe(body.error);
    expect(response.headers).toMatchObject({
      "x-request-id": "edge-1",
      "content-type": "application/json; charset=utf-8",
    });
  });

  test.each(["health", "usage", "nowhere"])(
    "HEAD of /%s returns the response to GET, which the HTTP API sends without the body and with its length",
    async (name) => {
      const routes: RouteHandlers = {
        health: async ({ respond }) => respond(200, { status: "ok", version: "0.1.0" }),
        getUsage: async () => Promise.reject(new ServiceError("FORBIDDEN", "No.")),
      };
      const rawPath = `/api/v1/${name}`;
      const { call } = setUp({ routes });
      const [get, head] = [await call({ rawPath, ...method("GET") }), await call({ rawPath, ...method("HEAD") })];
      expect(head).toEqual(get);
      expect(get.body).not.toBe("");
    },
  );

  test("returns 405 and the allowed methods for a known path with another method", async () => {
    const response = await setUp({ routes: echo }).call(method("PUT"));
    expect([response.statusCode, response.headers.allow]).toEqual([405, "GET, HEAD, POST, DELETE"]);
  });

  test("path and query come from the edge's header if the edge has rewritten the request", async () => {
    const routes: RouteHandlers = {
      createSession: async ({ event }) => ({
        statusCode: 200,
        headers: {},
        body: JSON.stringify({ sig: query(event, "sig") }),
      }),
    };
    const { call } = setUp({ routes });
    const rewritten = { ...GOOD, rawPath: "/renders/x.png", rawQueryString: "sig=viewer" };
    const response = await call(rewritten, { "x-irs-target": "/api/v1/session?sig=k1.png.a%2Bb&download=1" });
    expect([response.statusCode, response.json]).toEqual([200, { sig: "k1.png.a+b" }]);
    expect((await call(rewritten, { "x-irs-target": "/nowhere" })).statusCode).toBe(404);
    // The header counts only in requests that came through the edge.
    const guessed = await call(rewritten, { "x-irs-target": "/api/v1/session", "x-irs-origin-secret": "guess" });
    expect(guessed.statusCode).toBe(403);
  });

  test("refresh runs before each request, and the request fails if refresh fails", async () => {
    const refresh = jest
      .fn<() => Promise<void>>()
      .mockResolvedValueOnce()
      .mockRejectedValueOnce(new Error("no secret"));
    const { call } = setUp({ routes: echo, refresh });
    expect([(await call(GOOD)).statusCode, (await call(GOOD)).statusCode]).toEqual([200, 500]);
  });

  test("an unexpected error is logged and returns 500 without its text", async () => {
    const { call, error } = setUp({ routes: failing(new Error("table secret-name failed")) });
    const response = await call(GOOD);
    expect(errorBodySchema.parse(response.json).code).toBe("INTERNAL");
    expect(response.body).not.toContain("secret-name");
    expect(error).toHaveBeenCalledTimes(1);
  });

  test("an error of the caller is not logged as an error", async () => {
    const { call, error } = setUp({ routes: failing(new ServiceError("NOT_FOUND", "no")) });
    expect((await call(GOOD)).statusCode).toBe(404);
    expect(error).not.toHaveBeenCalled();
  });

  test("a transient error has Retry-After", async () => {
    const { call } = setUp({ routes: failing(new ServiceError("QUEUE_UNAVAILABLE", "later")) });
    expect((await call(GOOD)).headers).toMatchObject({ "retry-after": "1" });
  });
});

describe("admission", () => {
  const usage: RouteHandlers = {
    getUsage: async ({ caller: { keyId } }) => ({ statusCode: 200, headers: {}, body: JSON.stringify({ keyId }) }),
  };

  test("the route receives the caller, and the response has the rate limit", async () => {
    const response = await setUp({ routes: usage }).call(USAGE);
    expect([response.statusCode, response.json]).toEqual([200, { keyId: "key-1" }]);
    expect(response.headers).toMatchObject({ "ratelimit-policy": '"read";q=50;w=10', ratelimit: '"read";r=49;t=1' });
  });

  test("returns 403 for a key without the scope, and takes no token", async () => {
    const { call, limiter } = setUp({ routes: usage, caller: { ...caller, scopes: ["templates"] } });
    const response = await call(USAGE);
    expect([response.statusCode, response.json.code]).toEqual([403, "FORBIDDEN"]);
    expect(limiter).not.toHaveBeenCalled();
  });

  test("returns 429 with Retry-After for a caller over its rate", async () => {
    const over: Admission = { ...admission, allowed: false, remaining: 0, resetSeconds: 10, retryAfterSeconds: 2 };
    const response = await setUp({ routes: usage, admission: over }).call(USAGE);
    expect([response.statusCode, response.json.code, response.headers["retry-after"]]).toEqual([
      429,
      "RATE_LIMITED",
      "2",
    ]);
  });

  test("a route takes more tokens for a request that counts as several, and the response has the number that is left", async () => {
    const over: Admission = { ...admission, allowed: false, remaining: 0, resetSeconds: 10, retryAfterSeconds: 4 };
    const several: RouteHandlers = {
      getUsage: async ({ takeTokens }) => {
        await takeTokens(0, "Never.");
        await takeTokens(49, "Each URL counts.");
        return { statusCode: 200, headers: {}, body: "{}" };
      },
    };
    const { call, limiter } = setUp({ routes: several });
    limiter.mockResolvedValueOnce(admission).mockResolvedValueOnce(over);
    const response = await call(USAGE);
    expect(limiter.mock.calls).toEqual([
      [caller, "read"],
      [caller, "read", { count: 49, takenBefore: 1 }],
    ]);
    expect([response.statusCode, response.json.error, response.headers["retry-after"]]).toEqual([
      429,
      "Each URL counts. Wait for `Retry-After` seconds.",
      "4",
    ]);
    expect(response.headers.ratelimit).toBe('"read";r=0;t=10');
  });

  test("a request passes when the limiter has no result", async () => {
    const response = await setUp({ routes: usage, admission: undefined }).call(USAGE);
    expect([response.statusCode, response.headers.ratelimit]).toEqual([200, undefined]);
  });

  test.each([
    ["GET", undefined, 200, undefined],
    ["DELETE", "https://i.example", 200, undefined],
    ["DELETE", "https://evil.example", 403, undefined],
    ["DELETE", undefined, 403, undefined],
    ["DELETE", "https://second.example", 200, "https://second.example"],
    ["DELETE", "https://i.example", 403, "https://second.example"],
  ])("a session request with method %s and origin %s returns %i (name: %s)", async (verb, origin, status, name) => {
    const ok = async () => Promise.resolve({ statusCode: 200, headers: {}, body: "{}" });
    const { call } = setUp({ routes: { listKeys: ok, revokeKey: ok }, caller: { ...caller, by: "session" } });
    const target = verb === "GET" ? KEYS : { rawPath: "/api/v1/keys/1", ...method(verb) };
    const viewer: Record<string, string> = name === undefined ? {} : { "x-irs-viewer-origin": name };
    const response = await call(target, origin === undefined ? viewer : { ...viewer, origin });
    expect(response.statusCode).toBe(status);
  });
});

describe("cross-origin requests", () => {
  const origin = "https://app.example.com";

  test("a page may call the API only from a configured origin", async () => {
    const { call } = setUp({ routes: echo, corsOrigins: [origin] });
    expect((await call(GOOD, { origin })).headers).toMatchObject({
      "access-control-allow-origin": origin,
      vary: "Origin",
    });
    const other = await call(GOOD, { origin: "https://evil.example" });
    expect(other.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("a preflight request returns the allowed methods and headers", async () => {
    const response = await setUp({ routes: echo, corsOrigins: [origin] }).call(method("OPTIONS"), { origin });
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, HEAD, POST, DELETE",
    });
    expect(response.headers["access-control-allow-headers"]).toContain("authorization");
  });

  test("a page of any origin may show pictures", async () => {
    const { call } = setUp({ routes: {} });
    const asset = { rawPath: "/api/v1/renders/1/asset", ...method("GET") };
    expect((await call(asset, { origin })).headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  });
});
