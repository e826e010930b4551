/**
 * Computes what a stage costs in a month without any request, in US dollars. The prices are those of us-east-1 without
 * free tiers, from the pricing pages of each service, autumn 2026.
 */
import { parseSchedule } from "../../packages/run-cdk-out/src/services/event-bus/schedule.js";
import { resourcesOf, type TemplateJson } from "./synthesize.js";

const MINUTES = 730 * 60;
const SECRET = 0.4;
/** The price of each metric that an alarm of standard resolution reads. A formula can read several metrics. */
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
  refuseUnknownTypes(template);
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

/** Returns how many metrics all alarms read together, including the alarms that exist only in us-east-1. */
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

/** Types whose idle price `idleCostOf` adds up. */
const PRICED = [
  "AWS::CloudWatch::Alarm",
  "AWS::SecretsManager::Secret",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Events::Rule",
  "AWS::DynamoDB::GlobalTable",
];

/** Types that cost nothing until something uses them, by the pricing pages of their services. */
const FREE_WHILE_IDLE = [
  // Requests, traffic and stored bytes cost money.
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::DomainName",
  "AWS::ApiGatewayV2::Integration",
  "AWS::ApiGatewayV2::Route",
  "AWS::ApiGatewayV2::Stage",
  "AWS::CloudFront::Distribution",
  "AWS::CloudFront::Function",
  "AWS::CloudFront::KeyValueStore",
  "AWS::Events::EventBus",
  "AWS::Lambda::Function",
  "AWS::Logs::LogGroup",
  "AWS::S3::Bucket",
  "AWS::SNS::Topic",
  "AWS::SQS::Queue",
  // Their metrics are billed for the hours with a matching line only.
  "AWS::Logs::MetricFilter",
  // Parts of the others.
  "AWS::CDK::Metadata",
  "AWS::CloudFront::CachePolicy",
  "AWS::CloudFront::OriginAccessControl",
  "AWS::CloudFront::OriginRequestPolicy",
  "AWS::CloudFront::ResponseHeadersPolicy",
  "AWS::IAM::Policy",
  "AWS::IAM::Role",
  "AWS::Lambda::EventInvokeConfig",
  "AWS::Lambda::LayerVersion",
  "AWS::Lambda::Permission",
  "AWS::Lambda::Url",
  "AWS::S3::BucketPolicy",
  "AWS::SNS::TopicPolicy",
  "AWS::SQS::QueuePolicy",
  // Custom resources run at a deployment only.
  "Custom::Bootstrap",
  "Custom::BucketContents",
];

function refuseUnknownTypes({ Resources }: TemplateJson): void {
  const types = new Set(Object.values(Resources).map(({ Type }) => Type));
  const unknown = [...types].filter((type) => ![...PRICED, ...FREE_WHILE_IDLE].includes(type));
  if (unknown.length === 0) return;
  throw new Error(
    `test/lib/idle-cost.ts does not know what ${unknown.join(", ")} costs while idle. Add its price, or list it as free.`,
  );
}

function scheduleCost(template: TemplateJson, { ScheduleExpression, Targets }: Record<string, unknown>): number {
  // A rule without a schedule reacts to events, which an idle stage does not have.
  if (ScheduleExpression === undefined) return 0;
  const schedule = typeof ScheduleExpression === "string" ? ScheduleExpression : JSON.stringify(ScheduleExpression);
  const runs = runsPerMonth(schedule);
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

/** The runs of a schedule in a month, on average over a year. */
function runsPerMonth(schedule: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  if (count !== undefined) return MINUTES / (Number(count) * { minute: 1, hour: 60, day: 1440 }[unit as "minute"]);
  const next = parseSchedule(schedule);
  const [start, end] = [Date.UTC(2026, 0) - 1, Date.UTC(2027, 0)];
  let runs = 0;
  for (let at = next(start); at !== undefined && at < end; at = next(at)) runs += 1;
  return runs / 12;
}
