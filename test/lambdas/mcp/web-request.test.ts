import { describe, expect, test } from "@jest/globals";
import { requestOf, responseOf } from "../../../lambdas/mcp/web-request.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";

const BASE_URL = "https://images.example.com";

function eventOf(change: Partial<HttpEvent> = {}, method = "POST"): HttpEvent {
  return {
    ...{ rawPath: "/mcp", rawQueryString: "", headers: {}, isBase64Encoded: false },
    requestContext: { http: { method }, requestId: "g" },
    ...change,
  } as unknown as HttpEvent;
}

describe("requests of the Fetch API from events of the HTTP API", () => {
  test("a request has the public address, the method and the query of the event", () => {
    const { url, method } = requestOf(eventOf({ rawQueryString: "a=1&b=%20" }), BASE_URL);
    expect([url, method]).toEqual([`${BASE_URL}/mcp?a=1&b=%20`, "POST"]);
    expect(requestOf(eventOf(), BASE_URL).url).toBe(`${BASE_URL}/mcp`);
  });

  test("headers are kept, and the header in which the edge passes the key on becomes `authorization`", () => {
    const { headers } = requestOf(
      eventOf({ headers: { accept: "text/plain", "x-gone": undefined, "x-irs-authorization": "Bearer irs_1" } }),
      BASE_URL,
    );
    expect([headers.get("accept"), headers.get("authorization"), headers.has("x-gone")]).toEqual([
      "text/plain",
      "Bearer irs_1",
      false,
    ]);
    expect(requestOf(eventOf(), BASE_URL).headers.has("authorization")).toBe(false);
  });

  test.each([
    ["text", { body: "{}" }, "{}"],
    ["Base64", { body: "w7w=", isBase64Encoded: true }, "ü"],
    ["nothing", {}, ""],
  ])("the body is read from %s", async (_kind, change, body) => {
    expect(await requestOf(eventOf(change), BASE_URL).text()).toBe(body);
  });

  test.each(["GET", "HEAD"])("the body of %s is ignored, because the Fetch API allows none", async (method) => {
    const request = requestOf(eventOf({ body: "{}" }, method), BASE_URL);
    expect([request.method, request.body]).toEqual([method, null]);
  });
});

test("a response has its status, headers and body, and the ID of the request", async () => {
  const response = new Response('{"a":1}', { status: 202, headers: { "content-type": "application/json" } });
  expect(await responseOf(response, "request-1")).toEqual({
    statusCode: 202,
    headers: {
      "content-type": "application/json",
      "x-request-id": "request-1",
      "x-content-type-options": "nosniff",
    },
    body: '{"a":1}',
  });
});
