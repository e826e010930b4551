import { expect, test } from "@jest/globals";
import { count, formatBytes, formatDay, formatDuration, formatRelative } from "../../src/messages/format.js";

test.each([
  [0, "0 ms"],
  [214.4, "214 ms"],
  [999, "999 ms"],
  [1_000, "1 s"],
  [59_940, "59.9 s"],
  [1_250, "1.3 s"],
  [60_000, "1 min"],
  [119_000, "1 min 59 s"],
  [119_900, "1 min 59 s"],
  [120_000, "2 min"],
  [3_599_999, "59 min 59 s"],
  [3_600_000, "1 h"],
  [86_400_000, "24 h"],
  [5_400_000, "1 h 30 min"],
  [7_199_999, "1 h 59 min"],
])("a duration of %d ms is shown as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [999, "999 B"],
  [1_000, "1 kB"],
  [9_940, "9.9 kB"],
  [10_400, "10 kB"],
  [81_400, "81 kB"],
  [500_500, "501 kB"],
  [999_499, "999 kB"],
  [1_000_000, "1 MB"],
  [2_345_678, "2.3 MB"],
  [999_400_000, "999 MB"],
  [1_000_000_000, "1 GB"],
  [1_073_741_824, "1.1 GB"],
])("a size of %d bytes is shown as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  ["2026-11-24T11:59:51Z", "now"],
  ["2026-11-24T11:59:50Z", "10 sec. ago"],
  ["2026-11-24T11:59:30Z", "30 sec. ago"],
  ["2026-11-24T11:59:01Z", "59 sec. ago"],
  ["2026-11-24T11:59:00Z", "1 min. ago"],
  ["2026-11-24T11:57:01Z", "2 min. ago"],
  ["2026-11-24T11:00:01Z", "59 min. ago"],
  ["2026-11-24T11:00:00Z", "1 hr. ago"],
  ["2026-11-24T09:00:00Z", "3 hr. ago"],
  ["2026-11-23T12:00:01Z", "23 hr. ago"],
  ["2026-11-23T12:00:00Z", "yesterday"],
  ["2026-11-25T13:00:00Z", "tomorrow"],
  ["2026-11-17T12:00:01Z", "6 days ago"],
  ["2026-11-17T12:00:00Z", "last wk."],
  ["2026-10-25T12:00:01Z", "4 wk. ago"],
  ["2026-10-25T12:00:00Z", "last mo."],
  ["2025-11-24T12:00:01Z", "12 mo. ago"],
  ["2025-11-24T12:00:00Z", "last yr."],
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

test("a day is that of UTC, wherever a person is", () => {
  expect([formatDay("2026-11-24"), formatDay("2026-11-24T23:59:59Z")]).toEqual(["Nov 24, 2026", "Nov 24, 2026"]);
});
