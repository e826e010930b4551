import { ApiError, ConnectionError } from "@image-render/client";
import { describe, expect, test } from "@jest/globals";
import { isTransient, problemOf } from "../../../src/screens/batches/model/refusals.js";

const refusedWith = (status: number, details?: Readonly<Record<string, unknown>>): ApiError =>
  new ApiError("The reason.", { status, details, requestId: "r-1" });

describe("a batch that was not created", () => {
  test.each([401, 429, 500, 503])("is sent again with the same key after %i", (status) => {
    expect(isTransient(refusedWith(status))).toBe(true);
  });

  test("is sent again with the same key after a lost connection", () => {
    expect(isTransient(new ConnectionError("The connection was lost.", { isTimeout: false }))).toBe(true);
  });

  test.each([400, 402, 403, 404, 409, 413, 422, 499])("is not sent again after %i", (status) => {
    expect(isTransient(refusedWith(status))).toBe(false);
  });

  test("is not sent again after an error of the page itself", () => {
    expect(isTransient(new TypeError("x is undefined"))).toBe(false);
  });

  test.each([
    [402, undefined, "credits"],
    [404, undefined, "template"],
    [403, { scope: "render" }, "scope"],
    [403, undefined, "refused"],
    [422, undefined, "refused"],
  ] as const)("%i with the details %j is a problem of the kind %j", (status, details, kind) => {
    expect(problemOf(refusedWith(status, details))).toEqual({ kind, message: "The reason.", requestId: "r-1" });
  });

  test("an error of the page itself has its message and no request", () => {
    expect(problemOf(new TypeError("x is undefined"))).toEqual({ kind: "refused", message: "x is undefined" });
  });
});
