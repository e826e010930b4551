/** The alarm on 5xx responses of function URLs. It also counts those of Lambda itself, which no log line shows. */
import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.js";

/**
 * The number of 5xx responses of all function URLs in each of three periods of five minutes. The limit is not 1,
 * because the log lines of each failure already have an alarm, and a first view that is not ready in time returns 503
 * by design.
 */
const MAX_RESPONSES = 20;
const PERIOD = Duration.minutes(5);

/** Creates one alarm for all function URLs. It costs as much as one alarm for each of them. */
export function alarmOnFunctionUrls(scope: Construct, id: string, functions: readonly ServiceFunction[]): void {
  const behindUrls = functions.filter(({ url }) => url !== undefined);
  const metrics = behindUrls.map(
    ({ functionName }, index) =>
      [
        `m${index}`,
        new Metric({
          namespace: "AWS/Lambda",
          metricName: "Url5xxCount",
          dimensionsMap: { FunctionName: functionName },
          statistic: "Sum",
          period: PERIOD,
        }),
      ] as const,
  );
  const names = behindUrls.map(({ declaration }) => declaration.name).join(", ");
  new Alarm(scope, id, {
    metric: new MathExpression({
      // The metric of a function without requests has no value. Without FILL, the sum would have none either.
      expression: metrics.map(([name]) => `FILL(${name}, 0)`).join(" + "),
      usingMetrics: Object.fromEntries(metrics),
      label: "5xx of the function URLs",
      period: PERIOD,
    }),
    threshold: MAX_RESPONSES,
    evaluationPeriods: 3,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `The function URLs of ${names} return many 5xx. Runbook: docs/runbook.md#errors-of-function-urls`,
  });
}
