import { describe, expect, test } from "@jest/globals";
import { type CostLine, estimateCost, type Plan, totalOf } from "../../../core/cost/estimate.js";

const MILLION = 1_000_000;
const NOTHING: Plan = { renders: 0, views: 0, webhooks: 0, busyHours: 0 };
const SIZE = { seconds: 0.5, kilobytes: 100 };

/** The lines of a group as `[quantity, dollars]` by name. The dollars are rounded to a hundredth of a cent. */
function linesOf(group: CostLine["group"], plan: Partial<Plan>): Record<string, [string, number]> {
  const lines = estimateCost({ ...NOTHING, ...plan }, SIZE).filter((line) => line.group === group);
  return Object.fromEntries(
    lines.map(({ name, quantity, dollars }) => [name, [quantity, Math.round(dollars * 10_000) / 10_000]]),
  );
}

describe("the estimated bill", () => {
  test("an idle stage pays for alarms, secrets, polling and schedules only", () => {
    expect(linesOf("idle", {})).toEqual({
      alarms: ["18 metrics", 1.8],
      secrets: ["3 secrets", 1.2],
      polling: ["5.76 M empty receives", 2.304],
      schedules: ["sweeper, audit, remover", 0.102],
    });
    expect(estimateCost(NOTHING, SIZE).map(({ group }) => group)).toEqual(["idle", "idle", "idle", "idle"]);
    expect(totalOf(estimateCost(NOTHING, SIZE))).toBeCloseTo(5.406, 6);
  });

  test("a million renders of half a second cost what their calls cost", () => {
    expect(linesOf("renders", { renders: MILLION })).toEqual({
      // 0.18 GB-seconds, and half a second with 1,769 MB.
      Lambda: ["1,043,770 GB-seconds", 13.917],
      "Lambda requests": ["4,000,000 invocations", 0.8],
      "HTTP API": ["1,000,000 requests", 1],
      CloudFront: ["2,000,000 requests", 2.26],
      "DynamoDB writes": ["23,000,000 units", 14.375],
      "DynamoDB reads": ["8,000,000 units", 1],
      SQS: ["7,000,000 requests", 2.8],
      "S3 writes": ["1,000,000 requests", 5],
      "S3 reads": ["1,000,000 requests", 0.4],
      EventBridge: ["1,000,000 events", 1],
      logs: ["2 GB", 1],
    });
  });

  test("views pay for requests and traffic, and pictures for their storage", () => {
    expect(linesOf("views", { views: MILLION })).toEqual({
      CloudFront: ["1,000,000 requests", 1.13],
      traffic: ["100 GB", 8.5],
    });
    expect(linesOf("storage", { renders: MILLION })).toEqual({ "pictures of one month": ["100 GB", 2.3] });
  });

  test("a million deliveries of webhooks cost $8.78", () => {
    expect(linesOf("webhooks", { webhooks: MILLION })).toEqual({ deliveries: ["1,000,000 deliveries", 8.7833] });
  });

  test("metrics are paid by the hour in which they have values, up to a whole month", () => {
    expect(linesOf("metrics", { busyHours: 9.5 }).metrics).toEqual(["at most 15 series in 10 hours", 0.0616]);
    expect(linesOf("metrics", { busyHours: 1 }).metrics).toEqual(["at most 15 series in 1 hour", 0.0062]);
    expect(linesOf("metrics", { busyHours: 9_999 }).metrics).toEqual(["at most 15 series in 730 hours", 4.5]);
    const { busyHours, ...unknown } = NOTHING;
    expect(busyHours).toBe(0);
    const lines = estimateCost({ ...unknown, renders: 2, webhooks: 3 }, SIZE);
    expect(lines.find(({ group }) => group === "metrics")?.quantity).toBe("at most 15 series in 5 hours");
  });

  test("only a stage with the dashboard pays for it", () => {
    expect(linesOf("metrics", { dashboard: true }).dashboard).toEqual(["1 dashboard", 3]);
    expect(linesOf("metrics", {}).dashboard).toBeUndefined();
  });

  test("a small number has three digits, and a large one is whole", () => {
    expect(linesOf("views", { views: 1_234 }).traffic?.[0]).toBe("0.123 GB");
    expect(linesOf("views", { views: 99.96 }).CloudFront?.[0]).toBe("100 requests");
    expect(linesOf("views", { views: 100.4 }).CloudFront?.[0]).toBe("100 requests");
  });
});
