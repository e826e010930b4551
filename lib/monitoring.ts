/** The alarm on the rate limiter, and the operator's topic for every alarm of the stack. */
import { Stack } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { makeLimiterAlarm } from "./limiter-alarm.js";
import type { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";

export interface MonitoringProps {
  readonly settings: Settings;
  readonly functions: readonly ServiceFunction[];
}

/** Create it last: it notifies the topic of the alarms that exist at that time. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { settings, functions }: MonitoringProps) {
    super(scope, id);
    makeLimiterAlarm(
      this,
      functions.filter(({ declaration }) => "LIMITS_TABLE" in declaration.environment),
    );
    if (settings.alarmTopicArn !== undefined) this.#notify(settings.alarmTopicArn);
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
