/** Reads the figures of the deployment. Three reads of a few metrics: nothing is counted in a table. */
import type { OperationsBody } from "../contract/operations-api.js";
import { type MetricKey, REFUSAL_METRICS } from "../deployment/metrics.js";
import { REFUSAL_REASONS } from "../contract/refusals.js";
import { QUEUE_NAMES, type QueueName } from "../contract/render-queues.js";
import { estimateToday } from "./estimate-today.js";
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
  const [alarms, hours, queues, today, stages] = await Promise.all([
    figures.raisedAlarms(),
    readHours(figures, nowMs),
    readQueues(dependencies, nowMs),
    readToday(figures, nowMs),
    readStages(figures, nowMs),
  ]);
  return {
    readAt: new Date(nowMs).toISOString(),
    version: release.version,
    ...(release.commit !== undefined && { commit: release.commit }),
    alarms: alarms.map(({ name, description }) => ({ name, description })),
    hours,
    stages,
    queues,
    today,
    cost: estimateToday({ today, hours, seconds: pictureSecondsOf(stages) }, nowMs),
  };
}

const service = (metric: MetricKey, statistic: string): FigureQuery => ({
  source: { kind: "service", metric },
  statistic,
});

async function readHours(figures: FigureStore, nowMs: number): Promise<OperationsBody["hours"]> {
  const endMs = Math.ceil((nowMs + 1) / HOUR_MS) * HOUR_MS;
  const startMs = endMs - HOURS * HOUR_MS;
  const [pictures = [], failed = []] = await figures.read(
    [service("StagePicture", "SampleCount"), service("RendersFailed", "Sum")],
    { startMs, endMs, periodSeconds: HOUR_MS / 1_000 },
  );
  const at = (points: readonly FigurePoint[], hourMs: number): number =>
    Math.round(points.find((point) => point.startMs === hourMs)?.value ?? 0);
  return Array.from({ length: HOURS }, (_, index) => {
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

/** Midnight UTC, so that the period of a day is exactly today. */
const todayOf = (nowMs: number) => {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { startMs, endMs: startMs + DAY_MS, periodSeconds: DAY_MS / 1_000 };
};

const TODAY = {
  pictures: service("StagePicture", "SampleCount"),
  failed: service("RendersFailed", "Sum"),
  credits: service("Credits", "Sum"),
  webhookAttempts: service("WebhookAttempts", "SampleCount"),
  webhooksAccepted: service("WebhookAttempts", "Sum"),
  coldStarts: service("ColdStarts", "Sum"),
  views: { source: { kind: "edge", metric: "Requests" }, statistic: "Sum" },
  bytesToViewers: { source: { kind: "edge", metric: "BytesDownloaded" }, statistic: "Sum" },
} as const satisfies Record<string, FigureQuery>;
const TODAY_NAMES = Object.keys(TODAY) as (keyof typeof TODAY)[];

async function readToday(figures: FigureStore, nowMs: number): Promise<OperationsBody["today"]> {
  const refusals = REFUSAL_REASONS.map((reason) => service(REFUSAL_METRICS[reason], "Sum"));
  const points = await figures.read([...TODAY_NAMES.map((name) => TODAY[name]), ...refusals], todayOf(nowMs));
  const total = (index: number): number => Math.round(points[index]?.reduce((sum, { value }) => sum + value, 0) ?? 0);
  const counts = Object.fromEntries(TODAY_NAMES.map((name, index) => [name, total(index)]));
  const refused = Object.fromEntries(
    REFUSAL_REASONS.map((reason, index) => [reason, total(TODAY_NAMES.length + index)]),
  );
  return { ...counts, refused } as OperationsBody["today"];
}

async function readStages(figures: FigureStore, nowMs: number): Promise<OperationsBody["stages"]> {
  const queries = STAGE_ENTRIES.flatMap(([, metric]) => [service(metric, "p50"), service(metric, "p95")]);
  const points = await figures.read(queries, todayOf(nowMs));
  return STAGE_ENTRIES.flatMap(([name], index) => {
    const [p50, p95] = [points[2 * index]?.at(-1)?.value, points[2 * index + 1]?.at(-1)?.value];
    return p50 === undefined || p95 === undefined ? [] : [{ name, p50Ms: Math.round(p50), p95Ms: Math.round(p95) }];
  });
}

/** The time that Lambda bills for a picture, besides that of the other functions. */
function pictureSecondsOf(stages: OperationsBody["stages"]): number | undefined {
  const run = stages.filter(({ name }) => name !== "queued");
  return run.length === 0 ? undefined : run.reduce((sum, { p50Ms }) => sum + p50Ms, 0) / 1_000;
}
