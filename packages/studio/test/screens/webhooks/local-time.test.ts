import { expect, test } from "@jest/globals";
import { fromLocalTime, toLocalTime } from "../../../src/screens/webhooks/local-time.js";

test("a time stays the same to the minute after it was in the field", () => {
  expect(fromLocalTime(toLocalTime("2026-11-24T09:05:59.000Z"))).toBe("2026-11-24T09:05:00.000Z");
});

test("a field that is empty or invalid has no time", () => {
  expect(fromLocalTime("")).toBeUndefined();
  expect(fromLocalTime("soon")).toBeUndefined();
});

test("a field shows the time of the browser, with two digits for each part of it", () => {
  expect(toLocalTime(new Date(2026, 0, 3, 4, 5, 59).toISOString())).toBe("2026-01-03T04:05");
});
