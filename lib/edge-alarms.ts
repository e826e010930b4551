/**
 * The alarms on CloudFront's responses to viewers. CloudFront's metrics are always in us-east-1, and an alarm reads
 * only the metrics of its own region. So stacks in other regions do not have these alarms: docs/deploy.md#alarms.
 */
import { Aws, CfnCondition, type CfnResource, Duration, Fn } from "aws-cdk-lib";
import type { Function as CloudFrontFunction, IDistribution } from "aws-cdk-lib/aws-cloudfront";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

const NAMESPACE = "AWS/CloudFront";
const METRICS_REGION = "us-east-1";
/**
 * The percentage of all requests that fail in each of three periods of five minutes. A few errors are normal, because a
 * first view whose picture is not ready in time returns 503 by design.
 */
const MAX_ERROR_RATE = 5;

export interface EdgeAlarmsProps {
  readonly distribution: IDistribution;
  /** The function that all requests pass through. */
  readonly edgeFunction: CloudFrontFunction;
}

export class EdgeAlarms extends Construct {
  constructor(scope: Construct, id: string, { distribution, edgeFunction }: EdgeAlarmsProps) {
    super(scope, id);
    const condition = new CfnCondition(this, "HasMetrics", {
      expression: Fn.conditionEquals(Aws.REGION, METRICS_REGION),
    });
    const alarms = [this.#alarmOnErrors(distribution), this.#alarmOnFunction(edgeFunction)];
    for (const { node } of alarms) (node.defaultChild as CfnResource).cfnOptions.condition = condition;
  }

  #alarmOnErrors({ distributionId }: IDistribution): Alarm {
    return new Alarm(this, "ServerErrors", {
      metric: new Metric({
        namespace: NAMESPACE,
        metricName: "5xxErrorRate",
        dimensionsMap: { DistributionId: distributionId, Region: "Global" },
        statistic: "Average",
        period: Duration.minutes(5),
      }),
      threshold: MAX_ERROR_RATE,
      evaluationPeriods: 3,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription:
        "More than 5 % of the responses to viewers are 5xx. Runbook: docs/runbook.md#errors-at-the-edge",
    });
  }

  #alarmOnFunction({ functionName }: CloudFrontFunction): Alarm {
    return new Alarm(this, "FunctionErrors", {
      metric: new Metric({
        namespace: NAMESPACE,
        metricName: "FunctionExecutionErrors",
        dimensionsMap: { FunctionName: functionName, Region: "Global" },
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: "The edge function fails. Runbook: docs/runbook.md#errors-at-the-edge",
    });
  }
}
