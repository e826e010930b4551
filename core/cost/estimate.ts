/** Estimates the bill of a month, line by line. */
import { PRICES } from "./prices.js";
import { IDLE, METRIC_SERIES, RENDER, RENDERER_GB, WEBHOOK } from "./work.js";

/** The usage of a stage in a month. */
export interface Plan {
  /** Render jobs and first views of signed images. */
  readonly renders: number;
  /** Views that the edge responds to from its cache or from the bucket. */
  readonly views: number;
  /** Deliveries of webhooks. */
  readonly webhooks: number;
  /** The hours in which the stage has work. @default as many as possible: one for each render and delivery */
  readonly busyHours?: number;
  /** Whether the stage has the dashboard of CloudWatch. */
  readonly dashboard?: boolean;
}

export interface CostLine {
  readonly group: "idle" | "renders" | "views" | "webhooks" | "metrics" | "storage";
  readonly name: string;
  /** The billed item, in words. */
  readonly quantity: string;
  readonly dollars: number;
}

/** Properties of a picture that determine its price. */
export interface PictureSize {
  /** The time of a render, in seconds. */
  readonly seconds: number;
  /** The size of a picture, in kilobytes. */
  readonly kilobytes: number;
}

/** The picture that is assumed for a stage whose own pictures are not known. */
export const TYPICAL_PICTURE: PictureSize = { seconds: 0.3, kilobytes: 150 };

/** The average number of days in a month. Prices of an idle stage are per month. */
export const DAYS_OF_MONTH = 30.4;

const MILLION = 1e6;
const HOURS_OF_MONTH = 730;

/** Returns the lines of the bill. A line that costs nothing is left out. */
export function estimateCost(plan: Plan, size: PictureSize): CostLine[] {
  const lines = [...idleLines(), ...renderLines(plan.renders, size), ...viewLines(plan.views, size)];
  return [...lines, ...webhookLines(plan.webhooks), ...metricLines(plan), ...storageLines(plan.renders, size)].filter(
    ({ dollars }) => dollars > 0,
  );
}

export const totalOf = (lines: readonly Pick<CostLine, "dollars">[]): number =>
  lines.reduce((sum, { dollars }) => sum + dollars, 0);

function idleLines(): CostLine[] {
  const line = (name: string, quantity: string, dollars: number): CostLine => ({
    group: "idle",
    name,
    quantity,
    dollars,
  });
  const { alarmMetrics, secrets, millionReceives, schedules } = IDLE;
  return [
    line("alarms", `${alarmMetrics} metrics`, alarmMetrics * PRICES.alarmMetric),
    line("secrets", `${secrets} secrets`, secrets * PRICES.secret),
    line("polling", `${millionReceives} M empty receives`, millionReceives * PRICES.millionSqsRequests),
    line("schedules", "sweeper, audit, remover", schedules),
  ];
}

function renderLines(renders: number, { seconds }: PictureSize): CostLine[] {
  const line = (name: string, count: number, unit: string, price: number): CostLine => ({
    ...{ group: "renders", name, quantity: `${amount(count)} ${unit}`, dollars: count * price },
  });
  const gbSeconds = renders * (RENDER.otherGbSeconds + seconds * RENDERER_GB);
  return [
    line("Lambda", gbSeconds, "GB-seconds", PRICES.lambdaGbSecond),
    line("Lambda requests", renders * RENDER.invocations, "invocations", PRICES.millionLambdaRequests / MILLION),
    line("HTTP API", renders * RENDER.httpApiRequests, "requests", PRICES.millionHttpApiRequests / MILLION),
    line("CloudFront", renders * RENDER.edgeRequests, "requests", edgePrice()),
    line("DynamoDB writes", renders * RENDER.writeUnits, "units", PRICES.millionWriteUnits / MILLION),
    line("DynamoDB reads", renders * RENDER.readUnits, "units", PRICES.millionReadUnits / MILLION),
    line("SQS", renders * RENDER.sqsRequests, "requests", PRICES.millionSqsRequests / MILLION),
    line("S3 writes", renders * RENDER.s3Writes, "requests", PRICES.thousandS3Writes / 1_000),
    line("S3 reads", renders * RENDER.s3Reads, "requests", PRICES.thousandS3Reads / 1_000),
    line("EventBridge", renders * RENDER.events, "events", PRICES.millionEvents / MILLION),
    line("logs", (renders * RENDER.logBytes) / 1e9, "GB", PRICES.gbLogs),
  ];
}

/** The price of one request at the edge, which runs the edge function and reads its keys, in US dollars. */
const edgePrice = (): number =>
  (PRICES.millionEdgeRequests + PRICES.millionEdgeFunctions + PRICES.millionKeyValueReads) / MILLION;

function viewLines(views: number, { kilobytes }: PictureSize): CostLine[] {
  const gigabytes = (views * kilobytes) / 1e6;
  return [
    { group: "views", name: "CloudFront", quantity: `${amount(views)} requests`, dollars: views * edgePrice() },
    { group: "views", name: "traffic", quantity: `${amount(gigabytes)} GB`, dollars: gigabytes * PRICES.gbToViewers },
  ];
}

function webhookLines(webhooks: number): CostLine[] {
  const each =
    WEBHOOK.gbSeconds * PRICES.lambdaGbSecond +
    (WEBHOOK.invocations * PRICES.millionLambdaRequests) / MILLION +
    (WEBHOOK.sqsRequests * PRICES.millionSqsRequests) / MILLION +
    (WEBHOOK.writeUnits * PRICES.millionWriteUnits) / MILLION +
    (WEBHOOK.readUnits * PRICES.millionReadUnits) / MILLION +
    (WEBHOOK.logBytes / 1e9) * PRICES.gbLogs;
  return [
    { group: "webhooks", name: "deliveries", quantity: `${amount(webhooks)} deliveries`, dollars: webhooks * each },
  ];
}

/**
 * A series costs nothing in an hour without a value. Views from the cache or the bucket run no function, so they write no line
 * that a metric counts. The line is an upper limit: a stage without refused requests and failures has values in about
 * half of its series.
 */
function metricLines({ renders, webhooks, busyHours = renders + webhooks, dashboard = false }: Plan): CostLine[] {
  const hours = Math.min(HOURS_OF_MONTH, Math.ceil(busyHours));
  const series = `at most ${METRIC_SERIES} series in ${amount(hours)} ${hours === 1 ? "hour" : "hours"}`;
  const dollars = (METRIC_SERIES * PRICES.metricSeries * hours) / HOURS_OF_MONTH;
  return [
    { group: "metrics", name: "metrics", quantity: series, dollars },
    { group: "metrics", name: "dashboard", quantity: "1 dashboard", dollars: dashboard ? PRICES.dashboard : 0 },
  ];
}

function storageLines(renders: number, { kilobytes }: PictureSize): CostLine[] {
  const gigabytes = (renders * kilobytes) / 1e6;
  const name = "pictures of one month";
  return [{ group: "storage", name, quantity: `${amount(gigabytes)} GB`, dollars: gigabytes * PRICES.gbStored }];
}

/** Returns a whole number with separators of thousands, or three digits of a small number. */
function amount(value: number): string {
  return value.toLocaleString("en-US", value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}
