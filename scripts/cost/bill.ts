/** Prices what the local runner has counted. */
import { PRICES } from "../../core/cost/prices.js";

/** The response of the runner's inspection port to `GET /meter`. */
export interface MeterEntry {
  readonly kind: string;
  readonly name: string;
  readonly amount: number;
}

/** The counters of a scenario, and the memory of each function. */
export interface Usage {
  readonly entries: readonly MeterEntry[];
  readonly memoryMb: Readonly<Record<string, number>>;
}

/** One line of a bill. `amount` and `dollars` are those of the whole scenario. */
export interface BillLine {
  readonly name: string;
  readonly amount: number;
  readonly unit: string;
  readonly dollars: number;
}

const MILLION = 1e6;
/** Lambda polls these functions' queues: each invocation is one message that was received and deleted. */
const QUEUE_FED = ["renderer", "webhook", "dead-letter", "archived-files"];
/** The lines START, END and REPORT that Lambda itself writes. */
const PLATFORM_LOG_BYTES = 330;
const S3_WRITES = ["s3:PutObject", "s3:ListBucket"];

/** Returns the lines of the bill, without those that cost nothing. */
export function billOf({ entries, memoryMb }: Usage): BillLine[] {
  const sum = (kind: string, matches: (name: string) => boolean = () => true): number =>
    entries.reduce((total, entry) => total + (entry.kind === kind && matches(entry.name) ? entry.amount : 0), 0);
  const calls = (...actions: readonly string[]) => sum("calls", (name) => actions.includes(name.split(" ")[1] ?? ""));
  const gbSeconds = entries.reduce(
    (total, { kind, name, amount }) =>
      total + (kind === "milliseconds" ? (amount / 1_000) * ((memoryMb[name] ?? 0) / 1_024) : 0),
    0,
  );
  const invocations = sum("invocations");
  const received = sum("invocations", (name) => QUEUE_FED.includes(name));
  const sqsCalls = entries.filter(
    ({ kind, name }) => kind === "calls" && / sqs:/.test(name) && !/^operator /.test(name),
  );
  const sqs = sqsCalls.reduce((total, { amount }) => total + amount, 2 * received);
  const logGb = (sum("log bytes") + invocations * PLATFORM_LOG_BYTES) / 1e9;
  const line = (name: string, amount: number, unit: string, price: number) => ({
    ...{ name, amount, unit, dollars: amount * price },
  });
  return [
    line("Lambda", gbSeconds, "GB-seconds", PRICES.lambdaGbSecond),
    line("Lambda requests", invocations, "invocations", PRICES.millionLambdaRequests / MILLION),
    line("HTTP API", sum("http api requests"), "requests", PRICES.millionHttpApiRequests / MILLION),
    line("DynamoDB writes", sum("write units"), "units", PRICES.millionWriteUnits / MILLION),
    line("DynamoDB reads", sum("read units"), "units", PRICES.millionReadUnits / MILLION),
    line("SQS", sqs, "requests", PRICES.millionSqsRequests / MILLION),
    line("S3 writes", calls(...S3_WRITES), "requests", PRICES.thousandS3Writes / 1_000),
    line("S3 reads", calls("s3:GetObject"), "requests", PRICES.thousandS3Reads / 1_000),
    line("EventBridge", calls("events:PutEvents"), "events", PRICES.millionEvents / MILLION),
    line("secrets", calls("secretsmanager:GetSecretValue"), "reads", PRICES.tenThousandSecretReads / 10_000),
    line("logs", logGb, "GB", PRICES.gbLogs),
    line("CloudFront", sum("edge requests"), "requests", PRICES.millionEdgeRequests / MILLION),
    line("CloudFront functions", sum("edge function runs"), "runs", PRICES.millionEdgeFunctions / MILLION),
    line("key-value store", sum("key-value reads"), "reads", PRICES.millionKeyValueReads / MILLION),
    line("traffic", sum("edge bytes") / 1e9, "GB", PRICES.gbToViewers),
  ].filter(({ dollars }) => dollars > 0);
}

/** Returns the same bill for another number of operations. */
export function scaled(lines: readonly BillLine[], factor: number): BillLine[] {
  return lines.map((line) => ({ ...line, amount: line.amount * factor, dollars: line.dollars * factor }));
}

export const totalOf = (lines: readonly Pick<BillLine, "dollars">[]): number =>
  lines.reduce((sum, { dollars }) => sum + dollars, 0);

/** Returns what was counted between two readings. */
export function difference(before: readonly MeterEntry[], after: readonly MeterEntry[]): MeterEntry[] {
  const known = new Map(before.map(({ kind, name, amount }) => [`${kind} ${name}`, amount]));
  return after
    .map((entry) => ({ ...entry, amount: entry.amount - (known.get(`${entry.kind} ${entry.name}`) ?? 0) }))
    .filter(({ amount }) => amount !== 0);
}
