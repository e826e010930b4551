/** The alarms that concern several functions, and the operator's topic for every alarm of the stack. */
import { Duration, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { countExhaustedAttempts } from "./job-alarms.js";
import type { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";

export interface MonitoringProps {
  readonly settings: Settings;
  readonly functions: readonly ServiceFunction[];
}

/** The functions that end jobs whose attempts are used up. */
const JOB_ENDERS = new Set(["renderer", "dead-letter", "sweeper"]);

/** Create it last: it notifies the topic of the alarms that exist at that time. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { settings, functions }: MonitoringProps) {
    super(scope, id);
    countExhaustedAttempts(
      this,
      functions.filter(({ declaration }) => JOB_ENDERS.has(declaration.name)),
    );
    this.#makeThrottleAlarm();
    if (settings.alarmTopicArn !== undefined) this.#notify(settings.alarmTopicArn);
  }

  /**
   * Counts all functions of the account in this region, because they share one limit. Nothing else shows that a function
   * behind a function URL was throttled. One metric per function would cost as much as an alarm each.
   */
  #makeThrottleAlarm(): void {
    new Alarm(this, "Throttled", {
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      threshold: 1,
      evaluationPeriods: 2,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: "Lambda throttles functions of this account. Runbook: docs/runbook.md#throttles",
    });
  }

  #notify(topicArn: string): void {
    const action = new SnsAction(Topic.fromTopicArn(this, "Topic", topicArn));
    const constructs = Stack.of(this).node.findAll();
    for (const alarm of constructs.filter((construct) => construct instanceof Alarm)) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}
