import { expect, test } from "@jest/globals";
import { viewerResponse } from "../../../lambdas/edge/viewer-response.js";

const respond = (statusCode: number, headers: Readonly<Record<string, string>>) => {
  const given = Object.entries(headers).map(([name, value]) => [name, { value }] as const);
  const response = { statusCode, headers: Object.fromEntries(given) };
  const returned = viewerResponse({ context: { requestId: "request-1" }, response });
  return Object.fromEntries(Object.entries(returned.headers).map(([name, { value }]) => [name, value]));
};

test("a whole picture from a function gets its length, and every picture gets the ID of the request", () => {
  expect(respond(200, { "x-irs-content-length": "4711" })).toEqual({
    "x-request-id": "request-1",
    "content-length": "4711",
  });
  expect(respond(304, {})).toEqual({ "x-request-id": "request-1" });
});

test("a partial response, or one that already has a length, keeps its length, and viewers never see the internal header", () => {
  const sent = { "x-irs-content-length": "4711", "content-length": "10" };
  expect(respond(206, sent)).toEqual({ "x-request-id": "request-1", "content-length": "10" });
  expect(respond(200, sent)).toEqual({ "x-request-id": "request-1", "content-length": "10" });
  expect(respond(206, { "x-irs-content-length": "4711" })).toEqual({ "x-request-id": "request-1" });
});
