/** The metrics of the service: renders by stage, failures, credits, webhooks, cold starts, and refused requests. */
import { Stack } from "aws-cdk-lib";
import { ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { FUNCTION_STARTED, JOB_ENDED, REQUEST, WEBHOOK_ATTEMPTED } from "../core/deployment/log-events.js";
import { type MetricDefinition, type MetricKey, metricNameOf, METRICS } from "../core/deployment/metrics.js";
import { LogMetric } from "./log-metric.js";
import type { ServiceFunction } from "./service-function.js";

/** The functions that write each kind of line. A filter on another function would count nothing. */
const WRITERS: Readonly<Record<string, (fn: ServiceFunction) => boolean>> = {
  [JOB_ENDED]: ({ declaration }) => ENDS_JOBS.has(declaration.name),
  [WEBHOOK_ATTEMPTED]: ({ declaration }) => declaration.name === "webhook",
  [REQUEST]: ({ declaration }) => declaration.http !== undefined && declaration.name !== "mcp",
  [FUNCTION_STARTED]: () => true,
};

/** The functions that end jobs. The last two only end jobs without a new picture. */
const ENDS_JOBS = new Set(["renderer", "image", "render-now", "dead-letter", "sweeper"]);

/** Half of the pictures of a healthy stack take less than 0.3 s, and the largest pictures about 5 s. */
const SLOW_PICTURE_MS = 10_000;

export class ServiceMetrics extends Construct {
  readonly #metrics: Readonly<Record<MetricKey, LogMetric>>;

  constructor(scope: Construct, id: string, functions: readonly ServiceFunction[]) {
    super(scope, id);
    const stackName = Stack.of(this).stackName;
    const entries = (Object.entries(METRICS) as [MetricKey, MetricDefinition][]).map(([key, definition]) => {
      const metric = new LogMetric(metricNameOf(stackName, key));
      for (const fn of functions) if (WRITERS[definition.event]?.(fn)) count(metric, fn, key, definition);
      return [key, metric] as const;
    });
    this.#metrics = Object.fromEntries(entries) as Record<MetricKey, LogMetric>;
    this.#alarmOnSlowPictures();
  }

  /** Returns a metric for alarms and dashboards. */
  metric(key: MetricKey): LogMetric["metric"] {
    return this.#metrics[key].metric;
  }

  #alarmOnSlowPictures(): void {
    this.metric("StagePicture").with({ statistic: "p95" }).createAlarm(this, "SlowPictures", {
      threshold: SLOW_PICTURE_MS,
      evaluationPeriods: 3,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription:
        "One of 20 pictures takes more than 10 s to draw, for 15 minutes. Runbook: docs/runbook.md#slow-pictures",
    });
  }
}

function count(metric: LogMetric, fn: ServiceFunction, key: MetricKey, { event, where = {}, value }: MetricDefinition) {
  const conditions = Object.entries({ event, ...where }).map(([field, text]) =>
    FilterPattern.stringValue(`$.${field}`, "=", text),
  );
  const pattern = FilterPattern.all(...conditions);
  metric.count(fn, `Count${key}`, fn.logGroup, pattern, value === undefined ? "1" : `$.${value}`);
}
