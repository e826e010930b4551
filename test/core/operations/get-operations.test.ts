import { describe, expect, test } from "@jest/globals";
import { operationsBodySchema } from "../../../core/contract/operations-api.js";
import { getOperations } from "../../../core/operations/get-operations.js";
import type { FigurePoint, FigureQuery, FigureRange, RaisedAlarm } from "../../../core/operations/ports.js";

const NOW = Date.parse("2026-11-24T12:30:00.000Z");
const HOUR_MS = 3_600_000;
const queues = { interactive: "q-interactive", standard: "q-standard", bulk: "q-bulk", heavy: "q-heavy" };

interface Given {
  /** The value of each query, by metric and statistic. */
  readonly values?: Readonly<Record<string, number>>;
  /** The same for the period before the last one. */
  readonly earlier?: Readonly<Record<string, number>>;
  readonly alarms?: readonly RaisedAlarm[];
}

function setUp({ values = {}, earlier = {}, alarms = [] }: Given) {
  const ranges: FigureRange[] = [];
  const nameOf = ({ source, statistic }: FigureQuery): string =>
    `${source.kind === "queue" ? `${source.queue} ` : ""}${source.metric} ${statistic}`;
  const figures = {
    async read(queries: readonly FigureQuery[], range: FigureRange): Promise<FigurePoint[][]> {
      ranges.push(range);
      return queries.map((query) => {
        const periodMs = range.periodSeconds * 1_000;
        const points = [
          { startMs: range.endMs - 2 * periodMs, value: earlier[nameOf(query)] },
          { startMs: range.endMs - periodMs, value: values[nameOf(query)] },
        ];
        return points.flatMap(({ startMs, value }) => (value === undefined ? [] : [{ startMs, value }]));
      });
    },
    raisedAlarms: async () => alarms,
  };
  const release = { version: "0.1.0", commit: undefined };
  return { ranges, read: () => getOperations({ figures, queues, release, now: () => NOW }) };
}

describe("getOperations", () => {
  test("a deployment without any work has 24 empty hours, no stages, empty queues, and costs its idle share of the day", async () => {
    const body = operationsBodySchema.parse(await setUp({}).read());
    expect(body.hours).toHaveLength(24);
    expect(body.hours[0]).toEqual({ start: "2026-11-23T13:00:00.000Z", pictures: 0, failed: 0 });
    expect(body.hours.at(-1)).toEqual({ start: "2026-11-24T12:00:00.000Z", pictures: 0, failed: 0 });
    expect([body.stages, body.alarms]).toEqual([[], []]);
    expect(body.queues.map(({ oldestSeconds, waiting }) => oldestSeconds + waiting)).toEqual([0, 0, 0, 0]);
    // $5.40 a month, for 12.5 hours of 30.4 days. Metrics cost nothing without work.
    expect(body.cost.dollars).toBeCloseTo((5.4 / 30.4) * (12.5 / 24), 2);
  });

  test("the figures of today and yesterday are read in periods from midnight UTC, and those of hours in full hours since yesterday", async () => {
    const { read, ranges } = setUp({});
    await read();
    const midnight = Date.parse("2026-11-24T00:00:00.000Z");
    expect(ranges.filter(({ periodSeconds }) => periodSeconds === 86_400)).toEqual([
      { startMs: midnight - 24 * HOUR_MS, endMs: midnight + 24 * HOUR_MS, periodSeconds: 86_400 },
      { startMs: midnight - 24 * HOUR_MS, endMs: midnight + 24 * HOUR_MS, periodSeconds: 86_400 },
    ]);
    expect(ranges).toContainEqual({
      startMs: Date.parse("2026-11-23T00:00:00.000Z"),
      endMs: Date.parse("2026-11-24T13:00:00.000Z"),
      periodSeconds: 3_600,
    });
  });

  test("the figures of the queues are those of the last five minutes, by the minute", async () => {
    const { read, ranges } = setUp({});
    await read();
    expect(ranges).toContainEqual({ startMs: NOW - 300_000, endMs: NOW, periodSeconds: 60 });
  });

  test("pictures, failures, webhooks, refusals and alarms of a busy day are in the response", async () => {
    const alarms = [{ name: "Test-Throttled", description: "Lambda throttles. Runbook: docs/runbook.md#throttles" }];
    const { read } = setUp({
      alarms,
      values: {
        "StagePicture SampleCount": 100,
        "RendersFailed Sum": 3,
        "Credits Sum": 97,
        "WebhookAttempts SampleCount": 10,
        "WebhookAttempts Sum": 9,
        "RefusedLimit Sum": 4,
        "StagePicture p50": 120.4,
        "StagePicture p95": 800,
        "q-standard ApproximateAgeOfOldestMessage Maximum": 42,
        "q-standard ApproximateNumberOfMessagesVisible Maximum": 7,
        "Requests Sum": 1_000,
        "BytesDownloaded Sum": 50_000_000,
      },
    });
    const body = operationsBodySchema.parse(await read());
    expect(body.alarms).toEqual(alarms);
    expect(body.hours.at(-1)).toMatchObject({ pictures: 100, failed: 3 });
    expect(body.today).toEqual({
      ...{ pictures: 100, failed: 3, credits: 97, webhookAttempts: 10, webhooksAccepted: 9, coldStarts: 0 },
      ...{ views: 1_000, bytesToViewers: 50_000_000 },
      refused: { key: 0, credits: 0, limit: 4, content: 0 },
    });
    expect(body.stages).toEqual([{ name: "picture", p50Ms: 120, p95Ms: 800 }]);
    expect(body.queues[1]).toEqual({ name: "standard", oldestSeconds: 42, waiting: 7 });
    // Pictures in one hour of today: 15 series at $0.30 for one of 730 hours.
    const metrics = body.cost.lines.find(({ quantity }) => quantity === "at most 15 series in 1 hour");
    expect(metrics?.dollars).toBeCloseTo((15 * 0.3) / 730, 9);
    expect(body.cost.lines.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Lambda", "traffic", "deliveries"]),
    );
  });

  test("yesterday has its own figures, the idle costs of a whole day, and its own time of a picture", async () => {
    const { read } = setUp({
      values: { "StagePicture SampleCount": 7, "StagePicture p50": 5_000, "StagePicture p95": 9_000 },
      earlier: {
        ...{ "StagePicture SampleCount": 2_000, "RendersFailed Sum": 1, "Requests Sum": 400 },
        ...{ "StagePicture p50": 250, "StagePicture p95": 900, "BytesDownloaded Sum": 40_000_000 },
      },
    });
    const { today, yesterday } = operationsBodySchema.parse(await read());
    expect([today.pictures, today.failed]).toEqual([7, 0]);
    expect(yesterday).toMatchObject({ pictures: 2_000, failed: 1, views: 400, bytesToViewers: 40_000_000 });
    const lineOf = (name: string) => yesterday.cost.lines.find((line) => line.name === name);
    // $2.30 a month for the polling of queues.
    expect(lineOf("polling")?.dollars).toBeCloseTo(2.3 / 30.4, 3);
    // 2,001 renders of 0.25 s in a function of 1,769 MB, and less than 0.3 GB-seconds in other functions.
    const gbSeconds = Number(lineOf("Lambda")?.quantity.replace(/[^\d.]/g, ""));
    expect(gbSeconds).toBeGreaterThan(2_001 * 0.25 * (1_769 / 1_024));
    expect(gbSeconds).toBeLessThan(2_001 * (0.25 * (1_769 / 1_024) + 0.3));
    expect(lineOf("traffic")?.dollars).toBeCloseTo(0.04 * 0.085, 6);
  });
});
