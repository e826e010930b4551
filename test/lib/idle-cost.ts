/**
 * What a stage costs in a month without any request, in US dollars. Prices of us-east-1, without free tiers: the pricing
 * pages of each service, autumn 2026.
 */
import { resourcesOf, type TemplateJson } from "./synthesize.js";

const MINUTES = 730 * 60;
const SECRET = 0.4;
/** For each metric that an alarm of standard resolution reads. A formula can read several. */
const ALARM_METRIC = 0.1;
const MILLION_SQS_REQUESTS = 0.4;
/**
 * Lambda polls an empty queue with five pollers, and after a while with two. It never goes below five if the event source
 * has a maximum concurrency (Lambda developer guide, "Configuring scaling behavior for SQS event source mappings").
 */
const MILLION_RECEIVES = { five: 0.9, two: (0.9 * 2) / 5 };
const MILLION_LAMBDA_REQUESTS = 0.2;
const LAMBDA_GB_SECOND_ARM = 0.0000133334;
const MILLION_READ_UNITS = 0.125;
const LOG_GB = 0.5;
const GIGABYTE_PITR = 0.2;

/** The run of the sweeper when there is nothing to do. */
const SWEEP = { seconds: 0.1, queries: 16 + 4, readUnitsPerQuery: 0.5, logBytes: 1_000 };
/** Tables without items: point-in-time recovery costs nothing until there is data. */
const IDLE_GIGABYTES = 0;

export interface IdleCost {
  readonly alarms: number;
  readonly secrets: number;
  readonly polling: number;
  readonly schedules: number;
  readonly recovery: number;
}

export function idleCostOf(template: TemplateJson): IdleCost {
  const count = (type: string): number => resourcesOf(template, type).length;
  for (const type of UNPRICED) {
    if (count(type) > 0) throw new Error(`${type} costs money while idle. Add its price to test/lib/idle-cost.ts.`);
  }
  const receives = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) =>
    "ScalingConfig" in Properties ? MILLION_RECEIVES.five : MILLION_RECEIVES.two,
  );
  return {
    alarms: alarmMetricsOf(template) * ALARM_METRIC,
    secrets: count("AWS::SecretsManager::Secret") * SECRET,
    polling: receives.reduce((sum, millions) => sum + millions, 0) * MILLION_SQS_REQUESTS,
    schedules: resourcesOf(template, "AWS::Events::Rule").reduce(
      (sum, [, { Properties }]) => sum + scheduleCost(template, Properties),
      0,
    ),
    recovery: count("AWS::DynamoDB::GlobalTable") * IDLE_GIGABYTES * GIGABYTE_PITR,
  };
}

/** How many metrics all alarms read together. Alarms that exist in us-east-1 only are part of it. */
export function alarmMetricsOf(template: TemplateJson): number {
  const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
  return alarms.reduce((sum, { Metrics = [{ MetricStat: {} }] }) => {
    const read = (Metrics as { readonly MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat !== undefined);
    return sum + read.length;
  }, 0);
}

export function totalOf(cost: IdleCost): number {
  return cost.alarms + cost.secrets + cost.polling + cost.schedules + cost.recovery;
}

/** Types that cost money by the hour or month. A stack that contains one must price it. */
const UNPRICED = [
  "AWS::CloudWatch::CompositeAlarm",
  "AWS::CloudWatch::AnomalyDetector",
  "AWS::CloudWatch::Dashboard",
  "AWS::KMS::Key",
  "AWS::Route53::HostedZone",
  "AWS::EC2::NatGateway",
  "AWS::EC2::VPCEndpoint",
  "AWS::WAFv2::WebACL",
  "AWS::Synthetics::Canary",
  "AWS::Scheduler::Schedule",
];

function scheduleCost(template: TemplateJson, { ScheduleExpression, Targets }: Record<string, unknown>): number {
  // A rule without a schedule reacts to events, which an idle stage does not have.
  if (ScheduleExpression === undefined) return 0;
  const schedule = typeof ScheduleExpression === "string" ? ScheduleExpression : JSON.stringify(ScheduleExpression);
  const interval = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule);
  if (interval === null) throw new Error(`Unknown schedule: ${schedule}.`);
  const minutes = Number(interval[1]) * { minute: 1, hour: 60, day: 1440 }[interval[2] as "minute"];
  const runs = MINUTES / minutes;
  const target = JSON.stringify(Targets);
  const fn = resourcesOf(template, "AWS::Lambda::Function").find(([id]) => target.includes(`"${id}"`))?.[1];
  const gigabytes = Number(fn?.Properties.MemorySize) / 1024;
  const perRun =
    MILLION_LAMBDA_REQUESTS / 1e6 +
    SWEEP.seconds * gigabytes * LAMBDA_GB_SECOND_ARM +
    (SWEEP.queries * SWEEP.readUnitsPerQuery * MILLION_READ_UNITS) / 1e6 +
    (SWEEP.logBytes / 1e9) * LOG_GB;
  return runs * perRun;
}
