/** An AWS account in which nothing is wrong, for tests that change one thing in it. */
import { BudgetsClient, DescribeBudgetsCommand, DescribeNotificationsForBudgetCommand } from "@aws-sdk/client-budgets";
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand, DescribeAlarmsForMetricCommand } from "@aws-sdk/client-cloudwatch";
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { DescribeLimitsCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from "@aws-sdk/client-iam";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { GetParameterCommand, GetParametersCommand, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { mockClient } from "aws-sdk-client-mock";
import { makeFolder, type Run, run } from "../support.js";

export const ACCOUNT = "111122223333";
export const TOPIC = `arn:aws:sns:eu-central-1:${ACCOUNT}:ImageRender-prod-Alarms`;
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/teams/deployer`;
export const LOG_GROUP = "ImageRender-prod-ApiLogs";
export const EDGE_LOG_GROUP = "/aws/cloudfront/function/ImageRender-prod-edge";

const mocks = {
  sts: mockClient(STSClient),
  ssm: mockClient(SSMClient),
  iam: mockClient(IAMClient),
  lambda: mockClient(LambdaClient),
  dynamo: mockClient(DynamoDBClient),
  formation: mockClient(CloudFormationClient),
  watch: mockClient(CloudWatchClient),
  sns: mockClient(SNSClient),
  logs: mockClient(CloudWatchLogsClient),
  budgets: mockClient(BudgetsClient),
};

/** The template of the stack, with the settings that the check reads. */
export function templateOf(properties: Record<string, unknown>, runtime = "nodejs24.x"): string {
  return JSON.stringify({
    Resources: {
      Bootstrap: { Type: "Custom::Bootstrap", Properties: properties },
      Api: { Type: "AWS::Lambda::Function", Properties: { Runtime: runtime } },
      Bucket: { Type: "AWS::S3::Bucket" },
    },
  });
}

const SETTINGS = { RendererConcurrency: "54", ConcurrencyIsReserved: "false", WebhookConcurrency: "10" };

const RESOURCES = [
  ["AWS::CloudWatch::Alarm", "RequestErrors"],
  ["AWS::CloudWatch::Alarm", "OldMessages"],
  ["AWS::Logs::LogGroup", LOG_GROUP],
  ["AWS::CloudFront::Function", `arn:aws:cloudfront::${ACCOUNT}:function/ImageRender-prod-edge`],
  ["AWS::CloudFront::Distribution", "E1EXAMPLE"],
  ["AWS::S3::Bucket", "imagerender-prod-bucket"],
].map(([ResourceType, PhysicalResourceId], index) => ({
  ...{ ResourceType, PhysicalResourceId, LogicalResourceId: `Resource${index}` },
  ...{ LastUpdatedTimestamp: new Date(0), ResourceStatus: "CREATE_COMPLETE" as const },
}));

export const alarm = (name: string, changes: Record<string, unknown> = {}) => ({
  ...{ AlarmName: name, AlarmDescription: `${name} happen. Runbook: docs/runbook.md#${name.toLowerCase()}` },
  ...{ ActionsEnabled: true, AlarmActions: [TOPIC], StateValue: "OK" as const },
  ...changes,
});

/** Makes every call return what an account without faults returns. A test changes single calls with the mocks. */
export function mockAccount(): typeof mocks {
  for (const mock of Object.values(mocks)) mock.reset();
  const { sts, ssm, iam, lambda, dynamo, formation, watch, sns, logs, budgets } = mocks;
  const arn = `arn:aws:sts::${ACCOUNT}:assumed-role/deployer/ada`;
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: arn });
  iam
    .on(GetRoleCommand)
    .resolves({ Role: { Arn: ROLE, Path: "/teams/", RoleName: "deployer", RoleId: "A", CreateDate: new Date(0) } });
  iam.on(SimulatePrincipalPolicyCommand).callsFake(({ ActionNames }: { ActionNames: string[] }) => ({
    EvaluationResults: ActionNames.map((EvalActionName) => ({ EvalActionName, EvalDecision: "allowed" })),
  }));
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: "28" } });
  ssm.on(GetParametersCommand).callsFake(({ Names }: { Names: string[] }) => ({
    Parameters: Names.map((Name) => ({ Name, Value: Name.split("/").at(-1) })),
  }));
  lambda
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } });
  dynamo.on(DescribeLimitsCommand).resolves({ TableMaxReadCapacityUnits: 40_000, TableMaxWriteCapacityUnits: 40_000 });
  formation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [{ StackName: "S", CreationTime: new Date(0), StackStatus: "UPDATE_COMPLETE" }] });
  formation.on(GetTemplateCommand).resolves({ TemplateBody: templateOf(SETTINGS) });
  formation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: RESOURCES });
  watch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [alarm("RequestErrors"), alarm("OldMessages")] });
  watch.on(DescribeAlarmsForMetricCommand).resolves({ MetricAlarms: [{ AlarmName: "image-render-edge-5xx" }] });
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [{ SubscriptionArn: `${TOPIC}:1` }] });
  logs.on(DescribeLogGroupsCommand).callsFake(({ logGroupNamePrefix }: { logGroupNamePrefix: string }) => ({
    logGroups: [LOG_GROUP, EDGE_LOG_GROUP]
      .filter((name) => name.startsWith(logGroupNamePrefix))
      .map((logGroupName) => ({ logGroupName, retentionInDays: 90 })),
  }));
  budgets.on(DescribeBudgetsCommand).resolves({
    Budgets: [{ BudgetName: "all", TimeUnit: "MONTHLY", BudgetType: "COST" }],
  });
  budgets.on(DescribeNotificationsForBudgetCommand).resolves({
    Notifications: [{ NotificationType: "ACTUAL", ComparisonOperator: "GREATER_THAN", Threshold: 80 }],
  });
  return mocks;
}

/** The JSON that `irs doctor --json` prints about one check. */
export interface Finding {
  readonly name: string;
  readonly outcome: "ok" | "wrong" | "skipped";
  readonly text: string;
  readonly mend?: string;
}

const doctorIn = async (region: string, ...argv: string[]): Promise<Run> =>
  run(makeFolder({}), "doctor", "--aws", "--region", region, ...argv);

/** Runs `irs doctor --aws` in a region. */
export const doctor = async (...argv: string[]): Promise<Run> => doctorIn("eu-central-1", ...argv);

/** Runs the check, and returns its exit code and the findings that report a problem. */
export async function problems(
  region = "eu-central-1",
): Promise<{ readonly code: number; readonly found: readonly Finding[] }> {
  const { code, text } = await doctorIn(region, "--json");
  const { findings } = JSON.parse(text) as { readonly findings: readonly Finding[] };
  return { code, found: findings.filter(({ name, outcome }) => outcome !== "ok" && name !== "service") };
}

/** An error of AWS about a missing permission: most services return it with 403, some with 400. */
export const refusal = (name: string, httpStatusCode: number): Error =>
  Object.assign(new Error("User is not authorized"), { name, $metadata: { httpStatusCode } });
