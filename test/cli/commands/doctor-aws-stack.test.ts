import { DescribeStacksCommand, GetTemplateCommand, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { DescribeAlarmsCommand, DescribeAlarmsForMetricCommand } from "@aws-sdk/client-cloudwatch";
import { DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { ListSubscriptionsByTopicCommand } from "@aws-sdk/client-sns";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  alarm,
  EDGE_LOG_GROUP,
  LOG_GROUP,
  mockAccount,
  templateOf,
  TOPIC,
  doctor,
  problems,
} from "./mocked-account.js";

let aws: ReturnType<typeof mockAccount>;
beforeEach(() => {
  aws = mockAccount();
});

describe("irs doctor --aws on a deployed stack", () => {
  test("a stack that does not exist is skipped, so the check also works before a deployment", async () => {
    aws.formation
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error("Stack with id X does not exist"), { name: "ValidationError" }));
    const { code, found } = await problems();
    expect(code).toBe(0);
    expect(found).toMatchObject([
      { name: "stack", outcome: "skipped", text: "There is no stack ImageRender-prod in eu-central-1." },
    ]);
  });

  test.each([
    ["UPDATE_ROLLBACK_COMPLETE", "wrong", /^aws cloudformation describe-stack-events --region eu-central-1 /],
    ["ROLLBACK_FAILED", "wrong", /--stack-name ImageRender-prod/],
    ["UPDATE_IN_PROGRESS", "skipped", /^$/],
  ] as const)("a stack in the state %s is %s", async (StackStatus, outcome, mend) => {
    const stack = { StackName: "S", CreationTime: new Date(0), StackStatus };
    aws.formation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
    const { found } = await problems();
    expect(found).toMatchObject([{ name: "stack", outcome }]);
    expect(found[0]?.mend ?? "").toMatch(mend);
  });

  test("a function with an old runtime is wrong", async () => {
    aws.formation.on(GetTemplateCommand).resolves({ TemplateBody: templateOf({}, "nodejs20.x") });
    expect((await problems()).found).toEqual([
      {
        ...{ name: "runtime", outcome: "wrong", mend: "npx cdk deploy" },
        text: "Functions use nodejs20.x, and not nodejs24.x.",
      },
    ]);
  });

  test("an alarm that is raised is wrong, and the fix is its section of the runbook", async () => {
    const raised = alarm("OldMessages", { StateValue: "ALARM" });
    aws.watch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [alarm("RequestErrors"), raised] });
    expect((await problems()).found).toEqual([
      {
        ...{ name: "state", outcome: "wrong", text: "1 of 2 alarms are raised: OldMessages happen." },
        mend: "Read docs/runbook.md#oldmessages.",
      },
    ]);
  });

  test.each([
    ["was deleted", [alarm("OldMessages")], "Alarms were deleted: RequestErrors.", "npx cdk deploy --revert-drift"],
    [
      "is switched off",
      [alarm("OldMessages"), alarm("RequestErrors", { ActionsEnabled: false })],
      "The actions of 1 of 2 alarms are switched off.",
      "aws cloudwatch enable-alarm-actions --region eu-central-1 --alarm-names RequestErrors",
    ],
    [
      "notifies no topic",
      [alarm("OldMessages"), alarm("RequestErrors", { AlarmActions: [] })],
      "Alarms that notify no topic: RequestErrors.",
      "npx cdk deploy --revert-drift",
    ],
  ])("an alarm that %s is wrong", async (_, MetricAlarms, text, mend) => {
    aws.watch.on(DescribeAlarmsCommand).resolves({ MetricAlarms });
    expect((await problems()).found).toEqual([{ name: "alarms", outcome: "wrong", text, mend }]);
  });

  test("alarms without subscribers are wrong, and the fix subscribes an address to their topic", async () => {
    aws.sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [{ SubscriptionArn: "Deleted" }] });
    const { code, found } = await problems();
    expect(code).toBe(1);
    expect(found).toEqual([
      {
        ...{ name: "alarms", outcome: "wrong" },
        text: `Nobody is subscribed to the alarms: ${TOPIC} has no subscriber.`,
        mend: `aws sns subscribe --region eu-central-1 --topic-arn ${TOPIC} --protocol email --notification-endpoint you@example.com`,
      },
    ]);
  });

  test("a subscription that nobody has confirmed is wrong", async () => {
    const Subscriptions = [{ SubscriptionArn: "PendingConfirmation" }];
    aws.sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions });
    expect((await problems()).found).toMatchObject([
      { text: "Nobody has confirmed a subscription to the alarms (1 pending).", outcome: "wrong" },
    ]);
  });

  test("a stack outside of us-east-1 without an alarm on the edge is wrong, and one in us-east-1 has its own", async () => {
    aws.watch.on(DescribeAlarmsForMetricCommand).resolves({ MetricAlarms: [] });
    const { found } = await problems();
    expect(found).toMatchObject([{ name: "edge alarm", outcome: "wrong" }]);
    expect(found[0]?.mend).toContain("DISTRIBUTION_ID=E1EXAMPLE, and the command of docs/deploy.md#alarms");
    expect((await problems("us-east-1")).found).toEqual([]);
  });

  test("log groups that keep their lines forever are wrong, even those of the edge, and the fix limits each of them", async () => {
    aws.logs
      .on(DescribeLogGroupsCommand)
      .callsFake(({ logGroupNamePrefix: prefix }: { logGroupNamePrefix: string }) => ({
        // The log group of another stage, whose name begins with the same words, does not belong to this stack.
        logGroups: [LOG_GROUP, "ImageRender-prod-eu-ApiLogs", EDGE_LOG_GROUP]
          .filter((name) => name.startsWith(prefix))
          .map((logGroupName) => ({ logGroupName })),
      }));
    expect((await problems()).found).toEqual([
      {
        ...{ name: "logs", outcome: "wrong" },
        text: `Log groups that keep their lines forever: ${LOG_GROUP}, ${EDGE_LOG_GROUP}.`,
        mend: [
          `for group in ${LOG_GROUP}; do aws logs put-retention-policy --region eu-central-1 --retention-in-days 90 --log-group-name "$group"; done`,
          `for group in ${EDGE_LOG_GROUP}; do aws logs put-retention-policy --region us-east-1 --retention-in-days 90 --log-group-name "$group"; done`,
        ].join(" && "),
      },
    ]);
  });

  test("a log group that was deleted is wrong, because no alarm counts its errors", async () => {
    aws.logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [] });
    expect((await problems()).found).toEqual([
      {
        ...{ name: "logs", outcome: "wrong", text: `Log groups of the stack were deleted: ${LOG_GROUP}.` },
        mend: "npx cdk deploy --revert-drift",
      },
    ]);
  });

  test("a stack with more resources and alarms than one page has is read completely", async () => {
    const names = Array.from({ length: 150 }, (_, index) => `Alarm${index}`);
    const summary = (PhysicalResourceId: string) => ({
      ...{ ResourceType: "AWS::CloudWatch::Alarm", PhysicalResourceId, LogicalResourceId: PhysicalResourceId },
      ...{ LastUpdatedTimestamp: new Date(0), ResourceStatus: "CREATE_COMPLETE" as const },
    });
    aws.formation
      .on(ListStackResourcesCommand)
      .resolves({ StackResourceSummaries: names.slice(0, 100).map(summary), NextToken: "2" })
      .on(ListStackResourcesCommand, { NextToken: "2" })
      .resolves({ StackResourceSummaries: names.slice(100).map(summary) });
    aws.watch.on(DescribeAlarmsCommand).callsFake(({ AlarmNames }: { AlarmNames: string[] }) => {
      if (AlarmNames.length > 100) throw new Error("CloudWatch accepts 100 names.");
      return { MetricAlarms: AlarmNames.map((name) => alarm(name)) };
    });
    expect((await doctor()).text).toContain("The 150 alarms of the stack have subscribers.");
  });
});
