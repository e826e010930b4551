import { expect, test } from "@jest/globals";
import { fromLocalTime, toLocalTime } from "../../../src/screens/webhooks/local-time.js";

test("a time survives its way through the field, to the minute", () => {
  expect(fromLocalTime(toLocalTime("2026-11-24T09:05:59.000Z"))).toBe("2026-11-24T09:05:00.000Z");
});

test("a field without a time has none", () => {
  expect(fromLocalTime("")).toBeUndefined();
  expect(fromLocalTime("soon")).toBeUndefined();
});
