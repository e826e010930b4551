import { describe, expect, jest, test } from "@jest/globals";
import type { Context } from "aws-lambda";
import { errorBodySchema, ServiceError } from "../../../core/contract/errors.js";
import { jsonAnswer } from "../../../lambdas/shared/http-answer.js";
import { createHttpApp, readJson, type RouteHandler } from "../../../lambdas/shared/http-app.js";
import { type HttpEvent, query } from "../../../lambdas/shared/http-event.js";
import type { FunctionLog } from "../../../lambdas/shared/logger.js";

const SECRET = "origin-secret";

function setUp(createRender: RouteHandler, more: { refresh?: () => Promise<void> } = {}) {
  const error = jest.fn();
  const log = { info: () => undefined, warn: () => undefined, error } as unknown as FunctionLog;
  Object.assign(log, { with: () => log });
  const app = createHttpApp({ routes: { createRender }, originSecret: SECRET, log, streaming: false, ...more });
  const call = async (change: Partial<HttpEvent> = {}, headers: Record<string, string> = {}) => {
    const event = {
      rawPath: "/api/v1/render",
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
    return { ...answer, json: JSON.parse(answer.body as string) as Record<string, unknown> };
  };
  return { call, error };
}

const echo: RouteHandler = async ({ event, baseUrl, requestId }) =>
  jsonAnswer(200, { body: readJson(event), baseUrl, requestId });

describe("an HTTP function", () => {
  test("routes a request and answers with the edge's request id", async () => {
    const answer = await setUp(echo).call({ body: '{"a":1}' });
    expect(answer.json).toEqual({ body: { a: 1 }, baseUrl: "https://i.example", requestId: "edge-1" });
    expect(answer.headers).toMatchObject({ "x-request-id": "edge-1", "x-content-type-options": "nosniff" });
  });

  test.each([["guess"], [""], ["origin-secret-and-more"]])(
    "refuses a request that did not come through the edge (%j)",
    async (secret) => {
      const answer = await setUp(echo).call({}, { "x-irs-origin-secret": secret });
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
    ["a body over 5 MB", { body: JSON.stringify("x".repeat(5 * 1024 * 1024)) }, 413, "PAYLOAD_TOO_LARGE"],
  ])("answers %s with the flat error", async (_name, change, status, code) => {
    const answer = await setUp(echo).call(change as Partial<HttpEvent>);
    const body = errorBodySchema.parse(answer.json);
    expect([answer.statusCode, body.code, body.requestId]).toEqual([status, code, "edge-1"]);
    expect(body.message).toBe(body.error);
    expect(answer.headers).toMatchObject({
      "x-request-id": "edge-1",
      "content-type": "application/json; charset=utf-8",
    });
  });

  test("names the allowed methods of a known path", async () => {
    const requestContext = { http: { method: "DELETE" }, requestId: "g" } as HttpEvent["requestContext"];
    const answer = await setUp(echo).call({ requestContext });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
  });

  test("takes path and query from the edge where it has rewritten them", async () => {
    const { call } = setUp(async ({ event }) => jsonAnswer(200, { sig: query(event, "sig") }));
    const rewritten = { rawPath: "/renders/x.png", rawQueryString: "sig=viewer" };
    const answer = await call(rewritten, { "x-irs-target": "/api/v1/render?sig=k1.png.a%2Bb&download=1" });
    expect([answer.statusCode, answer.json]).toEqual([200, { sig: "k1.png.a+b" }]);
    expect((await call(rewritten, { "x-irs-target": "/nowhere" })).statusCode).toBe(404);
    // Only who comes through the edge is believed.
    const guessed = await call(rewritten, { "x-irs-target": "/api/v1/render", "x-irs-origin-secret": "guess" });
    expect(guessed.statusCode).toBe(403);
  });

  test("is brought up to date before each request, and fails rather than acts on what is out of date", async () => {
    const refresh = jest
      .fn<() => Promise<void>>()
      .mockResolvedValueOnce()
      .mockRejectedValueOnce(new Error("no secret"));
    const { call } = setUp(async () => jsonAnswer(200, {}), { refresh });
    expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 500]);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test("tells nothing of an unexpected fault, and reports it", async () => {
    const { call, error } = setUp(async () => Promise.reject(new Error("table secret-name is on fire")));
    const answer = await call();
    expect(errorBodySchema.parse(answer.json).code).toBe("INTERNAL");
    expect(answer.body).not.toContain("fire");
    expect(error).toHaveBeenCalledTimes(1);
  });

  test("does not report a fault of the caller's", async () => {
    const { call, error } = setUp(async () => Promise.reject(new ServiceError("NOT_FOUND", "no")));
    expect((await call()).statusCode).toBe(404);
    expect(error).not.toHaveBeenCalled();
  });

  test("tells when to come back after a passing fault", async () => {
    const { call } = setUp(async () => Promise.reject(new ServiceError("QUEUE_UNAVAILABLE", "later")));
    expect((await call()).headers).toMatchObject({ "retry-after": "1" });
  });
});
