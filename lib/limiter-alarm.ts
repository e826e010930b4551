/** An alarm that fires when rates are not limited: requests pass when the limiter's table fails. */
import { Duration, Names } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { LIMITER_FAILED } from "../core/contract/log-events.js";

const NAMESPACE = "ImageRender";

/** One alarm for all functions that limit rates. */
export function makeLimiterAlarm(scope: Construct, functions: readonly LambdaFunction[]): Alarm {
  const metricName = `LimiterFailures-${Names.uniqueResourceName(scope, { maxLength: 64 })}`;
  for (const fn of functions) {
    new MetricFilter(fn, "LimiterFailures", {
      logGroup: fn.logGroup,
      filterPattern: FilterPattern.stringValue("$.event", "=", LIMITER_FAILED),
      metricNamespace: NAMESPACE,
      metricName,
    });
  }
  return new Alarm(scope, "LimiterFailing", {
    metric: new Metric({ namespace: NAMESPACE, metricName, statistic: "Sum", period: Duration.minutes(5) }),
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: "Requests pass without a rate limit. Runbook: docs/runbook.md#limiter-failing",
  });
}
