/** Metrics that CloudWatch Logs counts from log lines, for alarms and dashboards. */
import { Duration, Names } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { type IFilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";

const NAMESPACE = "ImageRender";
const PERIOD = Duration.minutes(5);

/**
 * A metric that several filters add to. An alarm costs the same for one log group as for many. The metric has no
 * default value, so CloudWatch bills it only for the hours in which a line matches.
 */
export class LogMetric {
  /** The sum of the counted values in five minutes. */
  readonly metric: Metric;
  readonly #name: string;

  /** @param scope makes the metric's name unique in the account, together with `name` */
  constructor(scope: Construct, name: string) {
    this.#name = `${name}-${Names.uniqueResourceName(scope, { maxLength: 64 })}`;
    this.metric = new Metric({ namespace: NAMESPACE, metricName: this.#name, statistic: "Sum", period: PERIOD });
  }

  /** @param value the value that a matching line adds: a number, or a field of the line such as `$.repaired` */
  count(scope: Construct, id: string, logGroup: ILogGroup, filterPattern: IFilterPattern, value = "1"): void {
    new MetricFilter(scope, id, {
      logGroup,
      filterPattern,
      metricNamespace: NAMESPACE,
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
