import { describe, expect, test } from "@jest/globals";
import { parseSchedule } from "../../../src/services/event-bus/schedule.js";

/** The next due times in ISO 8601, to the minute. */
function next(expression: string, after: string, count = 3): string[] {
  const schedule = parseSchedule(expression);
  const times: string[] = [];
  for (let at: number | undefined = Date.parse(after); times.length < count;) {
    at = schedule(at);
    if (at === undefined) break;
    times.push(new Date(at).toISOString().replace(":00.000Z", "Z"));
  }
  return times;
}

describe("schedules", () => {
  test("a rate is due one period after the last time", () => {
    expect(next("rate(5 minutes)", "2026-01-01T00:01:00Z")).toEqual([
      "2026-01-01T00:06Z",
      "2026-01-01T00:11Z",
      "2026-01-01T00:16Z",
    ]);
    expect(next("rate(1 day)", "2026-01-01T00:00:00Z", 1)).toEqual(["2026-01-02T00:00Z"]);
  });

  test.each([
    ["cron(0 8 * * ? *)", ["2026-01-02T08:00Z", "2026-01-03T08:00Z", "2026-01-04T08:00Z"]],
    ["cron(0/20 * * * ? *)", ["2026-01-01T12:20Z", "2026-01-01T12:40Z", "2026-01-01T13:00Z"]],
    ["cron(*/30 9-10,18 ? * MON-FRI *)", ["2026-01-01T18:00Z", "2026-01-01T18:30Z", "2026-01-02T09:00Z"]],
    ["cron(0 0 1 JAN,JUL ? *)", ["2026-07-01T00:00Z", "2027-01-01T00:00Z", "2027-07-01T00:00Z"]],
    ["cron(0 0 L * ? *)", ["2026-01-31T00:00Z", "2026-02-28T00:00Z", "2026-03-31T00:00Z"]],
    ["cron(0 0 ? * 6#2 *)", ["2026-01-09T00:00Z", "2026-02-13T00:00Z", "2026-03-13T00:00Z"]],
    ["cron(0 0 ? * FRIL *)", ["2026-01-30T00:00Z", "2026-02-27T00:00Z", "2026-03-27T00:00Z"]],
    ["cron(0 0 29 2 ? *)", ["2028-02-29T00:00Z", "2032-02-29T00:00Z", "2036-02-29T00:00Z"]],
    ["cron(30 6 ? * SUN 2027)", ["2027-01-03T06:30Z", "2027-01-10T06:30Z", "2027-01-17T06:30Z"]],
  ])("the schedule %s is due at %j", (expression, times) => {
    expect(next(expression, "2026-01-01T12:00:00Z")).toEqual(times);
  });

  test("a schedule for past years is never due", () => {
    expect(next("cron(0 0 1 1 ? 2020)", "2026-01-01T00:00:00Z")).toEqual([]);
  });

  test.each([
    "rate(5 minute)",
    "rate(1 minutes)",
    "rate(0 minutes)",
    "rate(1 week)",
    "cron(0 8 * * * *)",
    "cron(0 8 ? * ? *)",
    "cron(0 8 * * ?)",
    "cron(60 8 * * ? *)",
    "cron(0 8 3W * ? *)",
    "cron(5-1 8 * * ? *)",
    "every day",
  ])("parseSchedule rejects %s", (expression) => {
    expect(() => parseSchedule(expression)).toThrow(`${expression} is not a valid schedule expression`);
  });
});
