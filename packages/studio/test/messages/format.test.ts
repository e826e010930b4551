import { expect, test } from "@jest/globals";
import { count, formatBytes, formatDuration, formatRelative } from "../../src/messages/format.js";

test.each([
  [0, "0 ms"],
  [214.4, "214 ms"],
  [1_250, "1.3 s"],
  [60_000, "1 min"],
  [119_900, "1 min 59 s"],
  [86_400_000, "24 h"],
  [5_400_000, "1 h 30 min"],
])("a duration of %d ms is shown as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [999, "999 B"],
  [1_000, "1 kB"],
  [81_400, "81 kB"],
  [2_345_678, "2.3 MB"],
  [1_073_741_824, "1.1 GB"],
])("a size of %d bytes is shown as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  ["2026-11-24T11:59:55Z", "now"],
  ["2026-11-24T11:59:30Z", "30 sec. ago"],
  ["2026-11-24T11:57:01Z", "2 min. ago"],
  ["2026-11-24T09:00:00Z", "3 hr. ago"],
  ["2026-11-25T13:00:00Z", "tomorrow"],
  ["2025-11-20T12:00:00Z", "last yr."],
])("at noon of November 24, the time %s is shown as “%s”", (at, text) => {
  expect(formatRelative(at, Date.parse("2026-11-24T12:00:00Z"))).toBe(text);
});

test("a count has the form of the noun that fits its number", () => {
  expect([count(0, "row", "rows"), count(1, "row", "rows"), count(1_200, "row", "rows")]).toEqual([
    "0 rows",
    "1 row",
    "1,200 rows",
  ]);
});
