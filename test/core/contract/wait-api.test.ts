import { describe, expect, test } from "@jest/globals";
import { parseQuery } from "../../../core/contract/parse-body.js";
import { createRenderQuerySchema, createWaitMs, waitQuerySchema } from "../../../core/contract/wait-api.js";

describe("the queries of waits", () => {
  test("the timeout of a wait is 1 to 60 seconds, and 30 by default", () => {
    expect(["", "timeout=1", "timeout=60"].map((query) => parseQuery(waitQuerySchema, query).timeout)).toEqual([
      30, 1, 60,
    ]);
  });

  test.each(["timeout=0", "timeout=61", "timeout=x", "timeout=1.5", "timeout=", "timeout=-1"])(
    "a wait with %s is rejected with BAD_REQUEST",
    (query) => {
      expect(() => parseQuery(waitQuerySchema, query)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
    },
  );

  test("a create request waits 1 to 120 seconds, and not at all by default", () => {
    expect(["", "wait=1", "wait=120"].map((query) => parseQuery(createRenderQuerySchema, query).wait)).toEqual([
      undefined,
      1,
      120,
    ]);
  });

  test.each(["wait=0", "wait=121", "wait=x", "wait=true", "wait="])(
    "a create request with %s is rejected with BAD_REQUEST",
    (query) => {
      expect(() => parseQuery(createRenderQuerySchema, query)).toThrow(
        expect.objectContaining({ code: "BAD_REQUEST" }),
      );
    },
  );

  test("a create request waits 115 s at most, unless the account's origin timeout was raised", () => {
    expect([createWaitMs(1, 120), createWaitMs(115, 120), createWaitMs(120, 120)]).toEqual([1_000, 115_000, 115_000]);
    expect([createWaitMs(120, 125), createWaitMs(120, 180)]).toEqual([120_000, 120_000]);
  });
});
