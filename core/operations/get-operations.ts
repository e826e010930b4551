/** Reads the figures of the deployment, with four reads of a few metrics. No table contains counters for them. */
import type { OperationsBody } from "../contract/operations-api.js";
import { type MetricKey, REFUSAL_METRICS } from "../deployment/metrics.js";
import { REFUSAL_REASONS } from "../contract/errors.js";
import { QUEUE_NAMES, type QueueName } from "../contract/render-queues.js";
import { estimateDay } from "./estimate-day.js";
import type { FigurePoint, FigureQuery, FigureStore } from "./ports.js";

export interface OperationsDependencies {
  readonly figures: FigureStore;
  /** The names of the queues in SQS. */
  readonly queues: Readonly<Record<QueueName, string>>;
  readonly release: { readonly version: string; readonly commit: string | undefined };
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;
/** SQS publishes its metrics once a minute, and a minute late. */
const QUEUE_WINDOW_MS = 5 * 60_000;

const STAGES = {
  queued: "StageQueued",
  load: "StageLoad",
  picture: "StagePicture",
  store: "StageStore",
} as const satisfies Record<OperationsBody["stages"][number]["name"], MetricKey>;
const STAGE_ENTRIES = Object.entries(STAGES) as [keyof typeof STAGES, MetricKey][];

export async function getOperations(dependencies: OperationsDependencies): Promise<OperationsBody> {
  const { figures, release, now } = dependencies;
  const nowMs = now();
  const todayMs = nowMs - (nowMs % DAY_MS);
  const days = { yesterday: todayMs - DAY_MS, today: todayMs };
  const [alarms, hours, queues, countsOf, stagesOf] = await Promise.all([
    figures.raisedAlarms(),
    readHours(figures, days.yesterday, nowMs),
    readQueues(dependencies, nowMs),
    readCounts(figures, days),
    readStages(figures, days),
  ]);
  const costOf = (dayMs: number) =>
    estimateDay({
      figures: countsOf(dayMs),
      busyHours: hours.filter((hour) => isOnDay(hour, dayMs) && hour.pictures + hour.failed > 0).length,
      seconds: pictureSecondsOf(stagesOf(dayMs)),
      share: Math.min(1, (nowMs - dayMs) / DAY_MS),
    });
  return {
    readAt: new Date(nowMs).toISOString(),
    version: release.version,
    ...(release.commit !== undefined && { commit: release.commit }),
    alarms: alarms.map(({ name, description }) => ({ name, description })),
    hours: hours.slice(-HOURS),
    stages: stagesOf(days.today),
    queues,
    today: countsOf(days.today),
    cost: costOf(days.today),
    yesterday: { ...countsOf(days.yesterday), cost: costOf(days.yesterday) },
  };
}

const service = (metric: MetricKey, statistic: string): FigureQuery => ({
  source: { kind: "service", metric },
  statistic,
});

/** Resolves to all hours from the start to now, oldest first. There are at least 24. */
async function readHours(figures: FigureStore, startMs: number, nowMs: number): Promise<OperationsBody["hours"]> {
  const endMs = Math.ceil((nowMs + 1) / HOUR_MS) * HOUR_MS;
  const [pictures = [], failed = []] = await figures.read(
    [service("StagePicture", "SampleCount"), service("RendersFailed", "Sum")],
    { startMs, endMs, periodSeconds: HOUR_MS / 1_000 },
  );
  const at = (points: readonly FigurePoint[], hourMs: number): number =>
    Math.round(points.find((point) => point.startMs === hourMs)?.value ?? 0);
  return Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, index) => {
    const hourMs = startMs + index * HOUR_MS;
    const start = new Date(hourMs).toISOString();
    return { start, pictures: at(pictures, hourMs), failed: at(failed, hourMs) };
  });
}

async function readQueues(
  { figures, queues }: OperationsDependencies,
  nowMs: number,
): Promise<OperationsBody["queues"]> {
  const metrics = ["ApproximateAgeOfOldestMessage", "ApproximateNumberOfMessagesVisible"];
  const queries = QUEUE_NAMES.flatMap((name) =>
    metrics.map((metric): FigureQuery => {
      return { source: { kind: "queue", queue: queues[name], metric }, statistic: "Maximum" };
    }),
  );
  const points = await figures.read(queries, { startMs: nowMs - QUEUE_WINDOW_MS, endMs: nowMs, periodSeconds: 60 });
  const latest = (index: number): number => Math.round(points[index]?.at(-1)?.value ?? 0);
  return QUEUE_NAMES.map((name, index) => ({
    ...{ name, oldestSeconds: latest(2 * index), waiting: latest(2 * index + 1) },
  }));
}

const isOnDay = ({ start }: OperationsBody["hours"][number], dayMs: number): boolean =>
  Date.parse(start) >= dayMs && Date.parse(start) < dayMs + DAY_MS;

/** The midnights (UTC) at which two consecutive days begin. */
interface TwoDays {
  readonly yesterday: number;
  readonly today: number;
}

/** One period for each day. */
const rangeOf = ({ yesterday, today }: TwoDays) => ({
  ...{ startMs: yesterday, endMs: today + DAY_MS, periodSeconds: DAY_MS / 1_000 },
});

const valueAt = (points: readonly FigurePoint[] | undefined, startMs: number): number | undefined =>
  points?.find((point) => point.startMs === startMs)?.value;

const COUNTS = {
  pictures: service("StagePicture", "SampleCount"),
  failed: service("RendersFailed", "Sum"),
  credits: service("Credits", "Sum"),
  webhookAttempts: service("WebhookAttempts", "SampleCount"),
  webhooksAccepted: service("WebhookAttempts", "Sum"),
  coldStarts: service("ColdStarts", "Sum"),
  views: { source: { kind: "edge", metric: "Requests" }, statistic: "Sum" },
  bytesToViewers: { source: { kind: "edge", metric: "BytesDownloaded" }, statistic: "Sum" },
} as const satisfies Record<string, FigureQuery>;
const COUNT_NAMES = Object.keys(COUNTS) as (keyof typeof COUNTS)[];

type OfDay<T> = (dayMs: number) => T;

async function readCounts(figures: FigureStore, days: TwoDays): Promise<OfDay<OperationsBody["today"]>> {
  const refusals = REFUSAL_REASONS.map((reason) => service(REFUSAL_METRICS[reason], "Sum"));
  const points = await figures.read([...COUNT_NAMES.map((name) => COUNTS[name]), ...refusals], rangeOf(days));
  return (dayMs) => {
    const total = (index: number): number => Math.round(valueAt(points[index], dayMs) ?? 0);
    const counts = Object.fromEntries(COUNT_NAMES.map((name, index) => [name, total(index)]));
    const refused = Object.fromEntries(
      REFUSAL_REASONS.map((reason, index) => [reason, total(COUNT_NAMES.length + index)]),
    );
    return { ...counts, refused } as OperationsBody["today"];
  };
}

async function readStages(figures: FigureStore, days: TwoDays): Promise<OfDay<OperationsBody["stages"]>> {
  const queries = STAGE_ENTRIES.flatMap(([, metric]) => [service(metric, "p50"), service(metric, "p95")]);
  const points = await figures.read(queries, rangeOf(days));
  return (dayMs) =>
    STAGE_ENTRIES.flatMap(([name], index) => {
      const [p50, p95] = [valueAt(points[2 * index], dayMs), valueAt(points[2 * index + 1], dayMs)];
      return p50 === undefined || p95 === undefined ? [] : [{ name, p50Ms: Math.round(p50), p95Ms: Math.round(p95) }];
    });
}

/** Returns the time that Lambda bills for a picture, without the time of the other functions. */
function pictureSecondsOf(stages: OperationsBody["stages"]): number | undefined {
  const run = stages.filter(({ name }) => name !== "queued");
  return run.length === 0 ? undefined : run.reduce((sum, { p50Ms }) => sum + p50Ms, 0) / 1_000;
}
