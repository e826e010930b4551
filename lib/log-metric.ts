/** Metrics that CloudWatch Logs counts from log lines, for alarms and dashboards. */
import { Duration, Names } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { type IFilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { METRIC_NAMESPACE } from "../core/deployment/metrics.js";

const PERIOD = Duration.minutes(5);

/** Returns a metric's name that is unique in the account, because it contains the place of the construct. */
export function uniqueMetricName(scope: Construct, name: string): string {
  return `${name}-${Names.uniqueResourceName(scope, { maxLength: 64 })}`;
}

/**
 * A metric that several filters add to. An alarm costs the same for one log group as for many. The metric has no
 * default value, so CloudWatch bills it only for the hours in which a line matches.
 */
export class LogMetric {
  /** The sum of the counted values in five minutes. */
  readonly metric: Metric;
  readonly #name: string;

  /** @param name must be unique in the account: see {@link uniqueMetricName} and `metricNameOf` */
  constructor(name: string) {
    this.#name = name;
    this.metric = new Metric({ namespace: METRIC_NAMESPACE, metricName: this.#name, statistic: "Sum", period: PERIOD });
  }

  /** @param value the value that a matching line adds: a number, or a field of the line such as `$.repaired` */
  count(scope: Construct, id: string, logGroup: ILogGroup, filterPattern: IFilterPattern, value = "1"): void {
    new MetricFilter(scope, id, {
      logGroup,
      filterPattern,
      metricNamespace: METRIC_NAMESPACE,
      metricName: this.#name,
      metricValue: value,
    });
  }

  /** @param threshold the sum within five minutes that raises the alarm */
  alarm(scope: Construct, id: string, threshold: number, alarmDescription: string): Alarm {
    return new Alarm(scope, id, {
      metric: this.metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription,
    });
  }
}
