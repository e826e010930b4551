/** The operations of CloudWatch's API that a running application calls: GetMetricData and DescribeAlarms. */
import * as z from "zod";
import { callerOf } from "../denials.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import { type MetricQuery, metricQuerySchema, valueOf } from "./metric-queries.js";
import type { MetricSeries } from "./metric-series.js";
import type { StackMetrics } from "./stack-metrics.js";
import type { Authorizer } from "../permissions/aws-call.js";
import { AwsError } from "../services/aws-error.js";
import { operation, startJsonService } from "../services/aws-json.js";
import type { Service } from "../services/service.js";

export interface CloudWatchOptions {
  readonly metrics: Pick<StackMetrics, "series" | "sample" | "alarms">;
  readonly authorizer: Authorizer;
  readonly faults: FaultPlan;
}

/** CloudWatch API reference, "GetMetricData". */
const MAX_QUERIES = 500;
const ACCESS_DENIED = { code: "AccessDenied", status: 403 };

/** The JSON protocol sends times in seconds. */
const inputSchema = z.strictObject({
  MetricDataQueries: z.array(metricQuerySchema).max(MAX_QUERIES),
  StartTime: z.number(),
  EndTime: z.number(),
  ScanBy: z.enum(["TimestampAscending", "TimestampDescending"]).default("TimestampDescending"),
});

/** All alarms fit into one page. */
const alarmsSchema = z.strictObject({
  AlarmNamePrefix: z.string().default(""),
  StateValue: z.enum(["OK", "ALARM", "INSUFFICIENT_DATA"]).optional(),
  AlarmTypes: z.array(z.literal("MetricAlarm")).optional(),
  MaxRecords: z.number().optional(),
});

/** Starts the service. Periods begin at multiples of their length, as on AWS. */
export async function startCloudWatch({ metrics, authorizer, faults }: CloudWatchOptions): Promise<Service> {
  const getMetricData = operation(inputSchema, (input) => {
    const { series } = metrics;
    metrics.sample();
    const { MetricDataQueries: queries, StartTime, EndTime, ScanBy } = input;
    const shown = queries.filter(({ ReturnData }) => ReturnData);
    const range = [StartTime * 1_000, EndTime * 1_000] as const;
    const results = shown.map((query) => resultOf(query, queries, series, range));
    return { MetricDataResults: ScanBy === "TimestampAscending" ? results : results.map(reversed), Messages: [] };
  });
  const describeAlarms = operation(alarmsSchema, ({ AlarmNamePrefix, StateValue }) => {
    const alarms = metrics.alarms().filter(({ name, state }) => {
      return name.startsWith(AlarmNamePrefix) && (StateValue === undefined || state === StateValue);
    });
    const MetricAlarms = alarms.map(({ name, description, state }) => ({
      ...{ AlarmName: name, AlarmDescription: description, StateValue: state },
    }));
    return { MetricAlarms, CompositeAlarms: [] };
  });
  return startJsonService({
    version: "1.0",
    targetPrefix: "GraniteServiceVersion20100801",
    operations: { GetMetricData: getMetricData, DescribeAlarms: describeAlarms },
    authorize(name, _input, headers) {
      authorizer.check({ action: `cloudwatch:${name}`, resource: "*" }, callerOf(headers), ACCESS_DENIED);
    },
    intercept: (handler) => faults.wrap("cloudwatch", handler),
  });
}

interface MetricDataResult {
  readonly Timestamps: readonly number[];
  readonly Values: readonly number[];
}

function resultOf(
  query: MetricQuery,
  queries: readonly MetricQuery[],
  series: MetricSeries,
  [startMs, endMs]: readonly [startMs: number, endMs: number],
) {
  const periodMs = 1_000 * (query.Period ?? query.MetricStat?.Period ?? 300);
  const points: (readonly [atSeconds: number, value: number])[] = [];
  for (let atMs = Math.floor(startMs / periodMs) * periodMs; atMs < endMs; atMs += periodMs) {
    const value = readValue(query, queries, series, [atMs, atMs + periodMs]);
    if (value !== undefined) points.push([atMs / 1_000, value]);
  }
  const Label = query.Label ?? query.MetricStat?.Metric.MetricName ?? query.Id;
  const [Timestamps, Values] = [points.map(([at]) => at), points.map(([, value]) => value)];
  return { Id: query.Id, Label, StatusCode: "Complete", Timestamps, Values };
}

function readValue(...args: Parameters<typeof valueOf>): number | undefined {
  try {
    return valueOf(...args);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AwsError("ValidationError", error.message);
  }
}

const reversed = <R extends MetricDataResult>(result: R): R => ({
  ...result,
  Timestamps: result.Timestamps.toReversed(),
  Values: result.Values.toReversed(),
});
