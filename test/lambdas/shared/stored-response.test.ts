import { Readable } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import type { OpenedAsset } from "../../../core/shared/asset-store.js";
import { lengthHeader, storedResponse } from "../../../lambdas/shared/stored-response.js";

const whole = { kind: "open", status: 200, headers: { "content-type": "image/png" }, body: undefined } as const;

describe("the response with a stored file", () => {
  test.each<[string, OpenedAsset, Record<string, string>]>([
    ["a whole picture has its size", { ...whole, bytes: 4711 }, { "x-irs-content-length": "4711" }],
    ["an empty file has its size", { ...whole, bytes: 0 }, { "x-irs-content-length": "0" }],
    ["a whole picture of unknown size has none", whole, {}],
    ["a range has none, because the header is about the whole picture", { ...whole, status: 206, bytes: 10 }, {}],
    ["an unsatisfiable range has none", { kind: "unsatisfiable-range", bytes: 4711 }, {}],
    ["a picture that the caller has already has none", { kind: "not-modified", etag: '"a"' }, {}],
    ["an archived picture has none", { kind: "archived" }, {}],
  ])("in the header for the edge, %s", (_, opened, expected) => {
    expect(lengthHeader(opened)).toEqual(expected);
  });

  test("a whole file is sent with its stored headers and those of the route", () => {
    const body = Readable.from(["pixels"]);
    expect(storedResponse({ ...whole, body }, { "cache-control": "private", "x-more": "1" })).toEqual({
      statusCode: 200,
      headers: { "content-type": "image/png", "cache-control": "private", "x-more": "1" },
      body,
    });
  });

  test("a picture that the caller has already gets 304 with its entity tag, and no other header of the route", () => {
    const headers = { "cache-control": "private", "x-more": "1" };
    const unmodified = { statusCode: 304, headers: { etag: '"a"', "cache-control": "private" }, body: "" };
    expect(storedResponse({ kind: "not-modified", etag: '"a"' }, headers)).toEqual(unmodified);
    const untagged = { ...unmodified, headers: { "cache-control": "private" } };
    expect(storedResponse({ kind: "not-modified", etag: undefined }, headers)).toEqual(untagged);
  });

  test("a range outside of the file gets 416 with the size of the file, and is not cached", () => {
    const headers = { "cache-control": "private" };
    expect(storedResponse({ kind: "unsatisfiable-range", bytes: 10 }, headers)).toEqual({
      ...{ statusCode: 416, headers: { "content-range": "bytes */10", "cache-control": "no-store" }, body: "" },
    });
    expect(storedResponse({ kind: "unsatisfiable-range", bytes: undefined }, headers).headers).toEqual({
      "cache-control": "no-store",
    });
  });
});
