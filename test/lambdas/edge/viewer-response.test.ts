import { expect, test } from "@jest/globals";
import { viewerResponse } from "../../../lambdas/edge/viewer-response.js";

const respond = (statusCode: number, headers: Readonly<Record<string, string>>) => {
  const given = Object.entries(headers).map(([name, value]) => [name, { value }] as const);
  const response = { statusCode, headers: Object.fromEntries(given) };
  const returned = viewerResponse({ context: { requestId: "request-1" }, response });
  return Object.fromEntries(Object.entries(returned.headers).map(([name, { value }]) => [name, value]));
};

test("a whole picture from a function gets its length, and every picture the ID of the request", () => {
  expect(respond(200, { "x-irs-content-length": "4711" })).toEqual({
    "x-request-id": "request-1",
    "content-length": "4711",
  });
  expect(respond(304, {})).toEqual({ "x-request-id": "request-1" });
});

test("a part, and a response that has a length already, keep their own, and viewers never see the internal header", () => {
  const sent = { "x-irs-content-length": "4711", "content-length": "10" };
  expect(respond(206, sent)).toEqual({ "x-request-id": "request-1", "content-length": "10" });
  expect(respond(200, sent)).toEqual({ "x-request-id": "request-1", "content-length": "10" });
  expect(respond(206, { "x-irs-content-length": "4711" })).toEqual({ "x-request-id": "request-1" });
});
