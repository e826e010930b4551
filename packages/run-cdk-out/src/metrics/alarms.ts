/** The states of the template's alarms. */
import * as z from "zod";
import { ignored, numeric, readProperties } from "../template/properties.js";
import type { ProvisionedResource } from "../template/resource.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { type MetricQuery, metricQuerySchema, metricSchema, valueOf } from "./metric-queries.js";
import type { MetricSeries } from "./metric-series.js";

export interface AlarmState {
  readonly logicalId: string;
  /** The name that CloudFormation would give it, without the random part. */
  readonly name: string;
  readonly state: "OK" | "ALARM" | "INSUFFICIENT_DATA";
  readonly description: string;
  /** The value of each period, the latest first. `null` for a period without data. */
  readonly values: readonly (number | null)[];
}

const COMPARISONS = {
  GreaterThanThreshold: (value: number, threshold: number) => value > threshold,
  GreaterThanOrEqualToThreshold: (value: number, threshold: number) => value >= threshold,
  LessThanThreshold: (value: number, threshold: number) => value < threshold,
  LessThanOrEqualToThreshold: (value: number, threshold: number) => value <= threshold,
};

const alarmSchema = z.strictObject({
  AlarmDescription: z.string().default(""),
  ComparisonOperator: z.enum(Object.keys(COMPARISONS) as [keyof typeof COMPARISONS]),
  EvaluationPeriods: numeric,
  DatapointsToAlarm: numeric.optional(),
  Threshold: numeric,
  TreatMissingData: z.enum(["breaching", "notBreaching", "missing"]).default("missing"),
  ...metricSchema.partial().shape,
  Period: numeric.optional(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Metrics: z.array(metricQuerySchema).optional(),
  ...ignored("AlarmName", "ActionsEnabled", "AlarmActions", "OKActions", "InsufficientDataActions", "Tags", "Unit"),
});
type AlarmProperties = z.infer<typeof alarmSchema>;

/** Returns the state of each alarm now. The last period ends now, so a test need not wait for the end of a period. */
export function alarmStates(stack: ProvisionedStack, series: MetricSeries, nowMs: number): AlarmState[] {
  return resourcesOfType(stack, "AWS::CloudWatch::Alarm").map((resource) => ({
    name: `${stack.facts.stackName}-${resource.logicalId}`,
    ...stateOf(resource, series, nowMs),
  }));
}

function stateOf(resource: ProvisionedResource, series: MetricSeries, nowMs: number): Omit<AlarmState, "name"> {
  const alarm = readProperties(resource, alarmSchema);
  const queries = queriesOf(alarm);
  const shown = queries.find(({ ReturnData }) => ReturnData);
  const periodMs = 1_000 * (shown?.Period ?? shown?.MetricStat?.Period ?? 300);
  const values = Array.from({ length: alarm.EvaluationPeriods }, (_, index) => {
    // The window of now contains the values of this millisecond.
    const toMs = nowMs + 1 - index * periodMs;
    return shown === undefined ? undefined : valueOf(shown, queries, series, [toMs - periodMs, toMs]);
  });
  const { logicalId } = resource;
  const known = values.map((value) => value ?? null);
  return { logicalId, state: judge(alarm, values), description: alarm.AlarmDescription, values: known };
}

function queriesOf(alarm: AlarmProperties): readonly MetricQuery[] {
  if (alarm.Metrics !== undefined) return alarm.Metrics;
  const { Namespace = "", MetricName = "", Dimensions = [], Period = 300, Statistic, ExtendedStatistic } = alarm;
  const Stat = ExtendedStatistic ?? Statistic ?? "Average";
  return [{ Id: "m", ReturnData: true, MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period, Stat } }];
}

function judge(alarm: AlarmProperties, values: readonly (number | undefined)[]): AlarmState["state"] {
  const { TreatMissingData, Threshold, DatapointsToAlarm = alarm.EvaluationPeriods } = alarm;
  if (TreatMissingData === "missing" && values.every((value) => value === undefined)) return "INSUFFICIENT_DATA";
  const breaches = COMPARISONS[alarm.ComparisonOperator];
  const bad = values.filter((value) =>
    value === undefined ? TreatMissingData === "breaching" : breaches(value, Threshold),
  );
  return bad.length >= DatapointsToAlarm ? "ALARM" : "OK";
}
