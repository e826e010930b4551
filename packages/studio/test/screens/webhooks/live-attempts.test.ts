import { expect, test } from "@jest/globals";
import { formatJson } from "../../../src/screens/webhooks/format-json.js";
import { isDueSoon } from "../../../src/screens/webhooks/service/use-live-attempts.js";

const NOW = Date.parse("2026-03-02T09:30:00.000Z");
const DELIVERY = {
  eventId: "f28b6d13-45ca-4e90-87d1-3b9c0e6a5f72.test",
  event: "endpoint.test" as const,
  occurredAt: "2026-03-02T09:29:59.000Z",
  url: "https://hooks.example.com/",
  attempts: [],
};

test.each([
  ["is about to be made", "pending", "2026-03-02T09:29:59.000Z", true],
  ["is due in five seconds", "pending", "2026-03-02T09:30:05.000Z", true],
  ["is due just in time", "pending", "2026-03-02T09:30:19.999Z", true],
  ["is due in twenty seconds", "pending", "2026-03-02T09:30:20.000Z", false],
  ["should have been made nearly a minute ago", "pending", "2026-03-02T09:29:00.001Z", true],
  ["should have been made a minute ago", "pending", "2026-03-02T09:29:00.000Z", false],
  ["was planned before it failed", "failed", "2026-03-02T09:30:05.000Z", false],
  ["is due in five minutes", "pending", "2026-03-02T09:35:00.000Z", false],
  ["should have been made two minutes ago", "pending", "2026-03-02T09:28:00.000Z", false],
  ["is not planned", "failed", undefined, false],
] as const)("a delivery whose next attempt %s is watched or not", (_name, status, nextAttemptAt, isWatched) => {
  const delivery = { ...DELIVERY, status, ...(nextAttemptAt !== undefined && { nextAttemptAt }) };
  expect(isDueSoon(delivery, NOW)).toBe(isWatched);
});

test("JSON is shown with a line for each value, and a text that is not JSON is shown as it is", () => {
  expect(formatJson('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
  expect(formatJson("no JSON")).toBe("no JSON");
});
