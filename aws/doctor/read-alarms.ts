/** Reads the alarms of a stack, and who is notified. */
import { CloudWatchClient, DescribeAlarmsCommand, DescribeAlarmsForMetricCommand } from "@aws-sdk/client-cloudwatch";
import { paginateListSubscriptionsByTopic, SNSClient } from "@aws-sdk/client-sns";
import type { AlarmFacts, Subscribers } from "./account-facts.js";
import type { ClientConfig } from "./client-config.js";

/** The maximum number of names in one request to CloudWatch. */
const MAX_NAMES = 100;

export async function readAlarms(config: ClientConfig, names: readonly string[]): Promise<readonly AlarmFacts[]> {
  const client = new CloudWatchClient(config);
  const alarms: AlarmFacts[] = [];
  for (let at = 0; at < names.length; at += MAX_NAMES) {
    const AlarmNames = names.slice(at, at + MAX_NAMES);
    const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNames, MaxRecords: MAX_NAMES }));
    for (const { AlarmName: name = "", AlarmDescription: description = name, ...alarm } of MetricAlarms)
      alarms.push({
        ...{ name, description, isRaised: alarm.StateValue === "ALARM", isEnabled: alarm.ActionsEnabled ?? true },
        topics: (alarm.AlarmActions ?? []).filter((action) => action.includes(":sns:")),
      });
  }
  return alarms;
}

/** CloudFront's metrics, and so the alarms on them, are in this region only. */
const EDGE_REGION = "us-east-1";

export async function hasEdgeAlarm(config: ClientConfig, distributionId: string): Promise<boolean> {
  const client = new CloudWatchClient({ ...config, region: EDGE_REGION });
  const { MetricAlarms = [] } = await client.send(
    new DescribeAlarmsForMetricCommand({
      Namespace: "AWS/CloudFront",
      MetricName: "5xxErrorRate",
      Dimensions: [
        { Name: "DistributionId", Value: distributionId },
        { Name: "Region", Value: "Global" },
      ],
    }),
  );
  return MetricAlarms.length > 0;
}

export async function readSubscribers(config: ClientConfig, topicArn: string): Promise<Subscribers> {
  // A topic can be in another region than the stack.
  const region = topicArn.split(":")[3] ?? config.region;
  const client = new SNSClient({ ...config, region });
  let [confirmed, pending] = [0, 0];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn: topicArn }))
    for (const { SubscriptionArn } of Subscriptions)
      if (SubscriptionArn === "PendingConfirmation") pending += 1;
      // A subscription that was just removed is listed as "Deleted" for a while.
      else if (SubscriptionArn?.startsWith("arn:") === true) confirmed += 1;
  return { confirmed, pending };
}
