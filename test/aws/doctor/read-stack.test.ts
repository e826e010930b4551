import { BudgetsClient, DescribeBudgetsCommand, DescribeNotificationsForBudgetCommand } from "@aws-sdk/client-budgets";
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand, DescribeAlarmsForMetricCommand } from "@aws-sdk/client-cloudwatch";
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import type { AccountReader } from "../../../aws/doctor/account-facts.js";
import { openAccount } from "../../../aws/doctor/open-account.js";

const REGION = "eu-central-1";
const ACCOUNT = "111122223333";
const formation = mockClient(CloudFormationClient);
const watch = mockClient(CloudWatchClient);
const sns = mockClient(SNSClient);
const logs = mockClient(CloudWatchLogsClient);
const budgets = mockClient(BudgetsClient);

let account: AccountReader;

beforeAll(async () => {
  account = await openAccount({ region: REGION });
});
beforeEach(() => {
  for (const mock of [formation, watch, sns, logs, budgets]) mock.reset();
});

/** The regions of the clients that sent a command to a mocked service. */
async function regionsOf(mock: { calls(): { thisValue: unknown }[] }): Promise<readonly string[]> {
  const clients = mock.calls().map(({ thisValue }) => thisValue as { config: { region(): Promise<string> } });
  return await Promise.all(clients.map(async ({ config }) => await config.region()));
}

describe("a stack", () => {
  const isDeployed = () =>
    formation.on(DescribeStacksCommand, { StackName: "ImageRender" }).resolves({
      Stacks: [{ StackName: "ImageRender", StackStatus: "UPDATE_COMPLETE", CreationTime: new Date(0) }],
    });
  const hasTemplate = (Resources: object) =>
    formation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify({ Resources }) });
  const resource = (ResourceType: string, PhysicalResourceId: string | undefined) => ({
    ...{ ResourceType, PhysicalResourceId, LogicalResourceId: "A", LastUpdatedTimestamp: new Date(0) },
    ResourceStatus: "CREATE_COMPLETE" as const,
  });

  test("a stack has the names of its resources from all pages, and its settings from its template", async () => {
    isDeployed();
    hasTemplate({
      Bootstrap: {
        Type: "Custom::Bootstrap",
        Properties: { RendererConcurrency: "10", ConcurrencyIsReserved: "true", WebhookConcurrency: "5" },
      },
      One: { Type: "AWS::Lambda::Function", Properties: { Runtime: "nodejs24.x" } },
      Two: { Type: "AWS::Lambda::Function", Properties: { Runtime: "nodejs24.x" } },
      Three: { Type: "AWS::Lambda::Function", Properties: { Runtime: "nodejs22.x" } },
      Image: { Type: "AWS::Lambda::Function" },
      Edge: { Type: "AWS::CloudFront::Function", Properties: { Runtime: "cloudfront-js-2.0" } },
    });
    formation
      .on(ListStackResourcesCommand)
      .resolvesOnce({
        StackResourceSummaries: [
          resource("AWS::CloudWatch::Alarm", "alarm-1"),
          resource("AWS::Logs::LogGroup", "/aws/lambda/a"),
          resource("AWS::CloudFront::Distribution", "E1"),
          resource("AWS::CloudFront::Function", `arn:aws:cloudfront::${ACCOUNT}:function/edge-1`),
        ],
        NextToken: "next",
      })
      .resolves({
        StackResourceSummaries: [
          resource("AWS::CloudWatch::Alarm", "alarm-2"),
          resource("AWS::CloudWatch::Alarm", undefined),
        ],
      });
    expect(await account.stack("ImageRender")).toEqual({
      status: "UPDATE_COMPLETE",
      concurrency: { renders: 10, isReserved: true, webhooks: 5 },
      alarms: ["alarm-1", "alarm-2"],
      logGroups: ["/aws/lambda/a"],
      edgeFunctions: ["edge-1"],
      distributionId: "E1",
      runtimes: ["nodejs22.x", "nodejs24.x"],
    });
  });

  test("a template without the settings of the bootstrap has no concurrency, and an empty stack has no names", async () => {
    isDeployed();
    hasTemplate({ Bootstrap: { Type: "Custom::Bootstrap", Properties: { RendererConcurrency: "ten" } } });
    formation.on(ListStackResourcesCommand).resolves({});
    expect(await account.stack("ImageRender")).toEqual({
      status: "UPDATE_COMPLETE",
      ...{ concurrency: undefined, alarms: [], logGroups: [], edgeFunctions: [], distributionId: undefined },
      runtimes: [],
    });
  });

  test("only the answer that a stack does not exist counts as no stack", async () => {
    const failsWith = (name: string, message: string) =>
      formation.on(DescribeStacksCommand).rejects(Object.assign(new Error(message), { name }));
    failsWith("ValidationError", "Stack with id ImageRender does not exist");
    expect(await account.stack("ImageRender")).toBeUndefined();
    failsWith("ValidationError", "1 validation error detected");
    await expect(account.stack("ImageRender")).rejects.toThrow("1 validation error");
    failsWith("AccessDenied", "The role does not exist or may not be used");
    await expect(account.stack("ImageRender")).rejects.toThrow("may not be used");
  });
});

describe("alarms", () => {
  test("an alarm has its state, its description and only the topics among its actions", async () => {
    watch.on(DescribeAlarmsCommand).resolves({
      MetricAlarms: [
        {
          ...{ AlarmName: "raised", AlarmDescription: "Renders fail.", StateValue: "ALARM", ActionsEnabled: false },
          AlarmActions: [
            `arn:aws:sns:eu-central-1:${ACCOUNT}:mail`,
            `arn:aws:lambda:eu-central-1:${ACCOUNT}:function:f`,
          ],
        },
        { AlarmName: "quiet", StateValue: "OK" },
      ],
    });
    expect(await account.alarms(["raised", "quiet"])).toEqual([
      {
        ...{ name: "raised", description: "Renders fail.", isRaised: true, isEnabled: false },
        topics: [`arn:aws:sns:eu-central-1:${ACCOUNT}:mail`],
      },
      { name: "quiet", description: "quiet", isRaised: false, isEnabled: true, topics: [] },
    ]);
  });

  test("201 alarms are read in three requests of at most 100 names", async () => {
    watch.on(DescribeAlarmsCommand).callsFake(({ AlarmNames }: { AlarmNames: string[] }) => ({
      MetricAlarms: AlarmNames.map((AlarmName) => ({ AlarmName })),
    }));
    const names = Array.from({ length: 201 }, (_, index) => `alarm-${index}`);
    expect((await account.alarms(names)).map(({ name }) => name)).toEqual(names);
    const inputs = watch.commandCalls(DescribeAlarmsCommand).map(({ args }) => args[0].input);
    expect(inputs.map(({ AlarmNames, MaxRecords }) => [AlarmNames?.length, MaxRecords])).toEqual([
      [100, 100],
      [100, 100],
      [1, 100],
    ]);
  });

  test("the alarm of the edge is looked for in us-east-1, on the 5xx responses of the distribution", async () => {
    watch
      .on(DescribeAlarmsForMetricCommand)
      .resolvesOnce({ MetricAlarms: [{ AlarmName: "edge" }] })
      .resolves({ MetricAlarms: [] });
    expect(await account.hasEdgeAlarm("E1")).toBe(true);
    expect(await account.hasEdgeAlarm("E1")).toBe(false);
    expect(await regionsOf(watch)).toEqual(["us-east-1", "us-east-1"]);
    expect(watch.commandCalls(DescribeAlarmsForMetricCommand)[0]?.args[0].input).toEqual({
      Namespace: "AWS/CloudFront",
      MetricName: "5xxErrorRate",
      Dimensions: [
        { Name: "DistributionId", Value: "E1" },
        { Name: "Region", Value: "Global" },
      ],
    });
  });

  test("subscribers are counted in the region of the topic, from all pages, and a deleted one is not counted", async () => {
    const subscription = (SubscriptionArn: string) => ({ SubscriptionArn });
    sns
      .on(ListSubscriptionsByTopicCommand)
      .resolvesOnce({
        Subscriptions: [subscription("arn:aws:sns:us-east-1:1:mail:a"), subscription("PendingConfirmation")],
        NextToken: "next",
      })
      .resolves({
        Subscriptions: [
          subscription("arn:aws:sns:us-east-1:1:mail:b"),
          subscription("arn:aws:sns:us-east-1:1:mail:c"),
          subscription("PendingConfirmation"),
          subscription("Deleted"),
          {},
        ],
      });
    const found = await account.subscribers(`arn:aws:sns:us-east-1:${ACCOUNT}:mail`);
    expect(found).toEqual({ confirmed: 3, pending: 2 });
    expect(await regionsOf(sns)).toEqual(["us-east-1", "us-east-1"]);
  });

  test("a topic without subscriptions has no subscribers", async () => {
    sns.on(ListSubscriptionsByTopicCommand).resolves({});
    const found = await account.subscribers(`arn:aws:sns:us-east-1:${ACCOUNT}:mail`);
    expect(found).toEqual({ confirmed: 0, pending: 0 });
  });
});

describe("log groups and budgets", () => {
  test("log groups are read from all pages, in the region of the stack or in a given one", async () => {
    logs
      .on(DescribeLogGroupsCommand, { logGroupNamePrefix: "/aws/" })
      .resolvesOnce({ logGroups: [{ logGroupName: "/aws/a", retentionInDays: 30 }], nextToken: "next" })
      .resolvesOnce({ logGroups: [{ logGroupName: "/aws/b" }] })
      .resolves({});
    expect(await account.logGroups("/aws/")).toEqual([
      { name: "/aws/a", retentionDays: 30 },
      { name: "/aws/b", retentionDays: undefined },
    ]);
    expect(await account.logGroups("/aws/", "us-east-1")).toEqual([]);
    expect(await regionsOf(logs)).toEqual([REGION, REGION, "us-east-1"]);
  });

  test("budgets are read in us-east-1, and each says whether it notifies somebody", async () => {
    const budget = (BudgetName: string) => ({
      ...{ BudgetName, TimeUnit: "MONTHLY" as const, BudgetType: "COST" as const },
    });
    budgets.on(DescribeBudgetsCommand, { AccountId: ACCOUNT }).resolves({ Budgets: [budget("one"), budget("two")] });
    budgets.on(DescribeNotificationsForBudgetCommand, { AccountId: ACCOUNT, BudgetName: "one" }).resolves({
      Notifications: [{ NotificationType: "ACTUAL", ComparisonOperator: "GREATER_THAN", Threshold: 80 }],
    });
    budgets.on(DescribeNotificationsForBudgetCommand, { AccountId: ACCOUNT, BudgetName: "two" }).resolves({});
    expect(await account.budgets(ACCOUNT)).toEqual([
      { name: "one", hasNotifications: true },
      { name: "two", hasNotifications: false },
    ]);
    expect(await regionsOf(budgets)).toEqual(["us-east-1", "us-east-1", "us-east-1"]);
  });
});
