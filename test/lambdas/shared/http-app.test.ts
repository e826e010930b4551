import { describe, expect, jest, test } from "@jest/globals";
import type { Context } from "aws-lambda";
import type { Caller } from "../../../core/access/authenticate.js";
import type { Admission } from "../../../core/access/rate-limiter.js";
import { errorBodySchema, ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { createHttpApp } from "../../../lambdas/shared/http-app.js";
import { type HttpEvent, query } from "../../../lambdas/shared/http-event.js";
import type { RouteHandlers } from "../../../lambdas/shared/http-request.js";
import type { FunctionLog } from "../../../lambdas/shared/logger.js";

const SECRET = "origin-secret";
const caller: Caller = {
  workspaceId: "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e01",
  keyId: "key-1",
  scopes: ["admin"],
  planName: "team",
  plan: DEFAULT_PLANS.team as Plan,
  by: "key",
};
const admission: Admission = {
  allowed: true,
  rate: { perSecond: 5, burst: 50 },
  remaining: 49,
  resetSeconds: 1,
  retryAfterSeconds: 0,
};

interface World {
  readonly routes: RouteHandlers;
  readonly caller?: Caller;
  readonly admission?: Admission | undefined;
  readonly corsOrigins?: readonly string[];
  readonly refresh?: () => Promise<void>;
}

function setUp(world: World) {
  const error = jest.fn();
  const log = { info: () => undefined, warn: () => undefined, error } as unknown as FunctionLog;
  Object.assign(log, { with: () => log });
  const limiter = jest.fn(async () => ("admission" in world ? world.admission : admission));
  const app = createHttpApp({
    routes: world.routes,
    corsOrigins: world.corsOrigins ?? [],
    admission: { authenticate: async () => world.caller ?? caller, limiter },
    originSecret: SECRET,
    log,
    streaming: false,
    ...(world.refresh !== undefined && { refresh: world.refresh }),
  });
  const call = async (change: Partial<HttpEvent> = {}, headers: Record<string, string> = {}) => {
    const event = {
      rawPath: "/api/v1/session",
      rawQueryString: "",
      headers: {
        "x-irs-origin-secret": SECRET,
        "x-irs-request-id": "edge-1",
        "x-irs-base-url": "https://i.example",
        ...headers,
      },
      requestContext: { http: { method: "POST" }, requestId: "gateway-1" },
      isBase64Encoded: false,
      ...change,
    } as unknown as HttpEvent;
    const answer = await app(event, { awsRequestId: "invocation-1" } as Context);
    const text = answer.body as string;
    return { ...answer, json: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
  };
  return { call, error, limiter };
}

const method = (name: string) => ({
  requestContext: { http: { method: name }, requestId: "g" } as HttpEvent["requestContext"],
});
const KEYS = { rawPath: "/api/v1/keys", ...method("GET") };
const USAGE = { rawPath: "/api/v1/usage", ...method("GET") };

/** Answers what it was given, in the words of the session's schema. */
const echo: RouteHandlers = {
  createSession: async ({ body, baseUrl, requestId }) => ({
    statusCode: 200,
    headers: {},
    body: JSON.stringify({ body, baseUrl, requestId }),
  }),
};
const GOOD = { body: '{"apiKey":"x"}' };
const failing = (error: Error): RouteHandlers => ({ createSession: async () => Promise.reject(error) });

describe("an HTTP function", () => {
  test("routes a request and answers with the edge's request id", async () => {
    const answer = await setUp({ routes: echo }).call({ body: '{"apiKey":"x","unknown":1}' });
    expect(answer.json).toEqual({ body: { apiKey: "x" }, baseUrl: "https://i.example", requestId: "edge-1" });
    expect(answer.headers).toMatchObject({ "x-request-id": "edge-1", "x-content-type-options": "nosniff" });
  });

  test.each([["guess"], [""], ["origin-secret-and-more"]])(
    "refuses a request that did not come through the edge (%j)",
    async (secret) => {
      const answer = await setUp({ routes: echo }).call({}, { "x-irs-origin-secret": secret });
      expect(answer.statusCode).toBe(403);
      expect(errorBodySchema.parse(answer.json).code).toBe("FORBIDDEN");
    },
  );

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
    ["a body that is no object", { body: "[]" }, 400, "BAD_REQUEST"],
    ["a field that is amiss", { body: '{"apiKey":1}' }, 422, "VALIDATION_ERROR"],
    ["a body over 5 MB", { body: JSON.stringify("x".repeat(5 * 1024 * 1024)) }, 413, "PAYLOAD_TOO_LARGE"],
  ])("answers %s with the flat error", async (_name, change, status, code) => {
    const answer = await setUp({ routes: echo }).call(change as Partial<HttpEvent>);
    const body = errorBodySchema.parse(answer.json);
    expect([answer.statusCode, body.code, body.requestId]).toEqual([status, code, "edge-1"]);
    expect(body.message).toBe(body.error);
    expect(answer.headers).toMatchObject({
      "x-request-id": "edge-1",
      "content-type": "application/json; charset=utf-8",
    });
  });

  test("names the allowed methods of a known path", async () => {
    const answer = await setUp({ routes: echo }).call(method("PUT"));
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST, DELETE"]);
  });

  test("takes path and query from the edge where it has rewritten them", async () => {
    const routes: RouteHandlers = {
      createSession: async ({ event }) => ({
        statusCode: 200,
        headers: {},
        body: JSON.stringify({ sig: query(event, "sig") }),
      }),
    };
    const { call } = setUp({ routes });
    const rewritten = { ...GOOD, rawPath: "/renders/x.png", rawQueryString: "sig=viewer" };
    const answer = await call(rewritten, { "x-irs-target": "/api/v1/session?sig=k1.png.a%2Bb&download=1" });
    expect([answer.statusCode, answer.json]).toEqual([200, { sig: "k1.png.a+b" }]);
    expect((await call(rewritten, { "x-irs-target": "/nowhere" })).statusCode).toBe(404);
    // Only who comes through the edge is believed.
    const guessed = await call(rewritten, { "x-irs-target": "/api/v1/session", "x-irs-origin-secret": "guess" });
    expect(guessed.statusCode).toBe(403);
  });

  test("is brought up to date before each request, and fails rather than acts on what is out of date", async () => {
    const refresh = jest
      .fn<() => Promise<void>>()
      .mockResolvedValueOnce()
      .mockRejectedValueOnce(new Error("no secret"));
    const { call } = setUp({ routes: echo, refresh });
    expect([(await call(GOOD)).statusCode, (await call(GOOD)).statusCode]).toEqual([200, 500]);
  });

  test("tells nothing of an unexpected fault, and reports it", async () => {
    const { call, error } = setUp({ routes: failing(new Error("table secret-name is on fire")) });
    const answer = await call(GOOD);
    expect(errorBodySchema.parse(answer.json).code).toBe("INTERNAL");
    expect(answer.body).not.toContain("fire");
    expect(error).toHaveBeenCalledTimes(1);
  });

  test("does not report a fault of the caller's", async () => {
    const { call, error } = setUp({ routes: failing(new ServiceError("NOT_FOUND", "no")) });
    expect((await call(GOOD)).statusCode).toBe(404);
    expect(error).not.toHaveBeenCalled();
  });

  test("tells when to come back after a passing fault", async () => {
    const { call } = setUp({ routes: failing(new ServiceError("QUEUE_UNAVAILABLE", "later")) });
    expect((await call(GOOD)).headers).toMatchObject({ "retry-after": "1" });
  });
});

describe("admission", () => {
  const usage: RouteHandlers = {
    getUsage: async ({ caller: { keyId } }) => ({ statusCode: 200, headers: {}, body: JSON.stringify({ keyId }) }),
  };

  test("hands the caller to the route and tells the rate", async () => {
    const answer = await setUp({ routes: usage }).call(USAGE);
    expect([answer.statusCode, answer.json]).toEqual([200, { keyId: "key-1" }]);
    expect(answer.headers).toMatchObject({ "ratelimit-policy": '"read";q=50;w=10', ratelimit: '"read";r=49;t=1' });
  });

  test("refuses a key that lacks the scope, before its rate is touched", async () => {
    const { call, limiter } = setUp({ routes: usage, caller: { ...caller, scopes: ["templates"] } });
    const answer = await call(USAGE);
    expect([answer.statusCode, answer.json.code]).toEqual([403, "FORBIDDEN"]);
    expect(limiter).not.toHaveBeenCalled();
  });

  test("refuses a caller over its rate, and says when to come back", async () => {
    const over: Admission = { ...admission, allowed: false, remaining: 0, resetSeconds: 10, retryAfterSeconds: 2 };
    const answer = await setUp({ routes: usage, admission: over }).call(USAGE);
    expect([answer.statusCode, answer.json.code, answer.headers["retry-after"]]).toEqual([429, "RATE_LIMITED", "2"]);
  });

  test("lets a request pass when the limiter does not know", async () => {
    const answer = await setUp({ routes: usage, admission: undefined }).call(USAGE);
    expect([answer.statusCode, answer.headers.ratelimit]).toEqual([200, undefined]);
  });

  test.each([
    ["GET", undefined, 200],
    ["DELETE", "https://i.example", 200],
    ["DELETE", "https://evil.example", 403],
    ["DELETE", undefined, 403],
  ])("of a session's %s from origin %s answers %i", async (verb, origin, status) => {
    const ok = async () => Promise.resolve({ statusCode: 200, headers: {}, body: "{}" });
    const { call } = setUp({ routes: { listKeys: ok, revokeKey: ok }, caller: { ...caller, by: "session" } });
    const target = verb === "GET" ? KEYS : { rawPath: "/api/v1/keys/1", ...method(verb) };
    const answer = await call(target, origin === undefined ? {} : { origin });
    expect(answer.statusCode).toBe(status);
  });
});

describe("pages of other origins", () => {
  const origin = "https://app.example.com";

  test("may call the API only from a configured origin", async () => {
    const { call } = setUp({ routes: echo, corsOrigins: [origin] });
    expect((await call(GOOD, { origin })).headers).toMatchObject({
      "access-control-allow-origin": origin,
      vary: "Origin",
    });
    const other = await call(GOOD, { origin: "https://evil.example" });
    expect(other.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("hear what they may send before they send it", async () => {
    const answer = await setUp({ routes: echo, corsOrigins: [origin] }).call(method("OPTIONS"), { origin });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "POST, DELETE",
    });
    expect(answer.headers["access-control-allow-headers"]).toContain("authorization");
  });

  test("may show pictures from anywhere", async () => {
    const { call } = setUp({ routes: {} });
    const asset = { rawPath: "/api/v1/renders/1/asset", ...method("GET") };
    expect((await call(asset, { origin })).headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  });
});
