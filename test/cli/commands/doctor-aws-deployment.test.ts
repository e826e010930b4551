import { DescribeBudgetsCommand, DescribeNotificationsForBudgetCommand } from "@aws-sdk/client-budgets";
import { GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import { DescribeLimitsCommand } from "@aws-sdk/client-dynamodb";
import { GetRoleCommand, SimulatePrincipalPolicyCommand } from "@aws-sdk/client-iam";
import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import { GetParameterCommand, GetParametersCommand, ParameterNotFound } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { synthesize } from "../../lib/synthesize.js";
import { ACCOUNT, mockAccount, ROLE, templateOf, doctor, problems, refusal } from "./mocked-account.js";

let aws: ReturnType<typeof mockAccount>;
beforeEach(() => {
  aws = mockAccount();
});

describe("irs doctor --aws on the region and the deployment", () => {
  test("a region without function URLs is wrong, and the fix names another one", async () => {
    const { code, found } = await problems("ca-west-1");
    expect(code).toBe(1);
    expect(found[0]).toEqual({
      ...{ name: "region", outcome: "wrong" },
      text: "Lambda has no function URLs in ca-west-1, and the service needs them.",
      mend: "Deploy into another region, for example eu-central-1: docs/deploy.md#regions.",
    });
  });

  test("a region without a service of the stack is wrong, and a region that AWS does not list is skipped", async () => {
    aws.ssm.on(GetParametersCommand).resolves({ Parameters: [{ Value: "lambda" }, { Value: "s3" }] });
    expect((await problems()).found).toMatchObject([
      { name: "region", outcome: "wrong", text: expect.stringMatching(/does not have dynamodb, sqs, /) as unknown },
    ]);
    aws.ssm.on(GetParametersCommand).resolves({ InvalidParameters: ["all"] });
    expect((await problems()).found).toMatchObject([{ name: "region", outcome: "skipped" }]);
  });

  test("a region that is not bootstrapped is wrong, the fix is the command, and roles are not simulated", async () => {
    aws.ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: "No", $metadata: {} }));
    const { code, found } = await problems();
    expect(code).toBe(1);
    expect(found).toEqual([
      {
        ...{ name: "bootstrap", outcome: "wrong", text: "The CDK is not bootstrapped in eu-central-1." },
        mend: `npx cdk bootstrap aws://${ACCOUNT}/eu-central-1`,
      },
    ]);
    expect(aws.iam.commandCalls(SimulatePrincipalPolicyCommand)).toEqual([]);
  });

  test("a bootstrap that is too old is wrong", async () => {
    aws.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: "5" } });
    expect((await problems()).found).toMatchObject([
      { name: "bootstrap", text: "The bootstrap of the CDK has version 5, and the stack needs 6." },
    ]);
  });

  test("an identity that may not assume the roles of the CDK is wrong, and the fix is a statement for its policy", async () => {
    aws.iam
      .on(SimulatePrincipalPolicyCommand, { PolicySourceArn: ROLE })
      .resolves({ EvaluationResults: [{ EvalActionName: "sts:AssumeRole", EvalDecision: "implicitDeny" }] });
    const { found } = await problems();
    expect(found).toMatchObject([{ name: "deploying", outcome: "wrong" }]);
    const statement = JSON.parse(/\{.*\}/.exec(found[0]?.mend ?? "")?.[0] ?? "") as Record<string, unknown>;
    expect(statement).toEqual({
      ...{ Effect: "Allow", Action: "sts:AssumeRole" },
      Resource: ["deploy-role", "file-publishing-role"].map(
        (name) => `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-${name}-${ACCOUNT}-eu-central-1`,
      ),
    });
  });

  test("an execution role without a permission is wrong, and the finding names the action", async () => {
    const role = `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-cfn-exec-role-${ACCOUNT}-eu-central-1`;
    const table = `arn:aws:dynamodb:eu-central-1:${ACCOUNT}:table/ImageRender-prod-doctor`;
    aws.iam
      .on(SimulatePrincipalPolicyCommand, { PolicySourceArn: role, ResourceArns: [table] })
      .resolves({ EvaluationResults: [{ EvalActionName: "dynamodb:CreateTable", EvalDecision: "explicitDeny" }] });
    const { found } = await problems();
    expect(found).toMatchObject([
      { name: "permissions", outcome: "wrong", text: `CloudFormation (${role}) may not: dynamodb:CreateTable.` },
    ]);
    expect(found[0]?.mend).toContain(
      `npx cdk bootstrap aws://${ACCOUNT}/eu-central-1 --cloudformation-execution-policies`,
    );
  });

  test.each([
    [`arn:aws:iam::${ACCOUNT}:user/ops/ada`, `arn:aws:iam::${ACCOUNT}:user/ops/ada`],
    [`arn:aws:sts::${ACCOUNT}:assumed-role/deployer/ada`, `arn:aws:iam::${ACCOUNT}:role/deployer`],
  ])("the permissions of %s are simulated as %s, even if the path of a role cannot be read", async (arn, principal) => {
    aws.sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: arn });
    aws.iam.on(GetRoleCommand).rejects(refusal("AccessDenied", 403));
    await doctor();
    const [first] = aws.iam.commandCalls(SimulatePrincipalPolicyCommand);
    expect(first?.args[0].input).toMatchObject({ PolicySourceArn: principal, ActionNames: ["sts:AssumeRole"] });
  });

  test("the root user cannot be simulated, so the check is skipped", async () => {
    aws.sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:root` });
    expect((await problems()).found).toEqual([
      {
        ...{ name: "deploying", outcome: "skipped" },
        text: `IAM cannot simulate the permissions of arn:aws:iam::${ACCOUNT}:root.`,
        mend: "Deploy with a role or a user of IAM.",
      },
    ]);
  });
});

describe("irs doctor --aws on quotas and costs", () => {
  test("a concurrency that is too low for the settings is wrong, and the fix is the request for a higher quota", async () => {
    aws.lambda
      .on(GetAccountSettingsCommand)
      .resolves({ AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } });
    const { code, found } = await problems();
    expect(code).toBe(1);
    expect(found).toMatchObject([{ name: "concurrency", outcome: "wrong" }]);
    expect(found[0]?.text).toMatch(/run 10 Lambda invocations at once, 10 of them unreserved\. The stack needs 114/);
    expect(found[0]?.mend).toContain(
      "aws service-quotas request-service-quota-increase --region eu-central-1 --service-code lambda --quota-code L-B99A9384 --desired-value 1000 ",
    );
  });

  test("the settings of the deployed stack decide how much concurrency it needs", async () => {
    const settings = { RendererConcurrency: "400", ConcurrencyIsReserved: "true", WebhookConcurrency: "20" };
    aws.formation.on(GetTemplateCommand).resolves({ TemplateBody: templateOf(settings) });
    // 20 webhooks and 50 requests. The renders have concurrency of their own.
    expect((await doctor()).text).toContain("The stack needs 70.");
  });

  test("the template of the real stack says its concurrency, and every runtime of it is current", async () => {
    const template = await synthesize({ webhookConcurrency: "500" });
    aws.formation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify(template) });
    const { text } = await doctor();
    // 54 renders, 500 webhooks and 50 requests.
    expect(text).toContain("The stack needs 604.");
    expect(text).toContain("✓ runtime      All functions use nodejs24.x.");
  });

  test("quotas of tables that are too low are wrong, and the fix requests exactly those", async () => {
    aws.dynamo
      .on(DescribeLimitsCommand)
      .resolves({ TableMaxReadCapacityUnits: 40_000, TableMaxWriteCapacityUnits: 1_000 });
    const { found } = await problems();
    expect(found).toMatchObject([{ name: "tables", outcome: "wrong" }]);
    expect(found[0]?.mend).toBe(
      "aws service-quotas request-service-quota-increase --region eu-central-1 --service-code dynamodb --quota-code L-AB614373 --desired-value 4000",
    );
  });

  test("an account without a budget, and one whose budgets notify nobody, is wrong, and the fix is a command", async () => {
    aws.budgets.on(DescribeNotificationsForBudgetCommand).resolves({ Notifications: [] });
    expect((await problems()).found).toMatchObject([{ text: "No budget of the account notifies anybody: all." }]);
    aws.budgets.on(DescribeBudgetsCommand).resolves({});
    const { code, found } = await problems();
    expect(code).toBe(1);
    expect(found).toMatchObject([
      { name: "budget", text: "The account has no budget, so nobody hears of unexpected costs." },
    ]);
    expect(found[0]?.mend).toContain(`aws budgets create-budget --account-id ${ACCOUNT} --budget '{"BudgetName":`);
  });
});
