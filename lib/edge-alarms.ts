/**
 * The alarms on what viewers get from CloudFront. Its metrics are in us-east-1, whatever the region of the stack, and an alarm
 * reads only the metrics of its own region. In other regions, these alarms do not exist: docs/deploy.md#alarms.
 */
import { Aws, CfnCondition, type CfnResource, Duration, Fn } from "aws-cdk-lib";
import type { Function as CloudFrontFunction, IDistribution } from "aws-cdk-lib/aws-cloudfront";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

const NAMESPACE = "AWS/CloudFront";
const METRICS_REGION = "us-east-1";
/**
 * Percent of all requests in each of three periods of five minutes. A first view that is not ready in time is a designed 503,
 * so a few are normal.
 */
const MAX_ERROR_RATE = 5;

export interface EdgeAlarmsProps {
  readonly distribution: IDistribution;
  /** The function that all requests pass. */
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
