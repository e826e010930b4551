/** Sends every alarm to the operator's topic, if there is one. */
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { Settings } from "./settings.js";

export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, alarms: readonly Alarm[]) {
    super(scope, id);
    if (settings.alarmTopicArn === undefined) return;
    const action = new SnsAction(Topic.fromTopicArn(this, "Topic", settings.alarmTopicArn));
    for (const alarm of alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}
