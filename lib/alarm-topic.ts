/** The SNS topic that every alarm of the stack notifies: the operator's, or a new one. */
import { Aws, CfnOutput, Stack } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { Settings } from "./settings.js";

/** Create it last: only the alarms that exist at that time notify the topic. */
export class AlarmTopic extends Construct {
  constructor(scope: Construct, id: string, { alarmTopicArn }: Pick<Settings, "alarmTopicArn">) {
    super(scope, id);
    const topic = alarmTopicArn === undefined ? this.#makeTopic() : Topic.fromTopicArn(this, "Topic", alarmTopicArn);
    this.#notify(topic);
  }

  /** A topic without subscribers costs nothing. */
  #makeTopic(): ITopic {
    const topic = new Topic(this, "NewTopic", { displayName: "Image render service", enforceSSL: true });
    // The policy that enforces TLS replaces the default policy, which would let the account's alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
    const command =
      `aws sns subscribe --region ${Aws.REGION} --topic-arn ${topic.topicArn} --protocol email ` +
      "--notification-endpoint you@example.com";
    const description = "Sends the alarms to an email address, after a click on the link in the first email";
    new CfnOutput(Stack.of(this), "AlarmSubscribeCommand", { value: command, description });
    return topic;
  }

  #notify(topic: ITopic): void {
    const action = new SnsAction(topic);
    const constructs = Stack.of(this).node.findAll();
    for (const alarm of constructs.filter((construct) => construct instanceof Alarm)) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}
