import { DescribeBudgetsCommand } from "@aws-sdk/client-budgets";
import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { DescribeAlarmsCommand, DescribeAlarmsForMetricCommand } from "@aws-sdk/client-cloudwatch";
import { DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { DescribeLimitsCommand } from "@aws-sdk/client-dynamodb";
import { SimulatePrincipalPolicyCommand } from "@aws-sdk/client-iam";
import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import { ListSubscriptionsByTopicCommand } from "@aws-sdk/client-sns";
import { GetParameterCommand, GetParametersCommand } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { makeFolder, run, runWith } from "../support.js";
import { mockAccount, doctor, problems, refusal } from "./mocked-account.js";

let aws: ReturnType<typeof mockAccount>;
beforeEach(() => {
  aws = mockAccount();
});

describe("irs doctor --aws", () => {
  test("checks an account without faults, and says that nothing is wrong", async () => {
    const { code, text } = await doctor();
    expect({ code, text }).toMatchObject({ code: 0 });
    const names = [...text.matchAll(/^✓ (edge alarm|\S+)/gm)].map(([, name]) => name);
    expect(names).toEqual([
      ...["credentials", "region", "bootstrap", "deploying", "permissions", "concurrency", "tables"],
      ...["stack", "runtime", "state", "alarms", "edge alarm", "logs", "budget"],
    ]);
    expect(text).toContain("The account can run 1000 Lambda invocations at once, 1000 of them unreserved.");
    // 54 renders, 10 webhooks and 50 requests: docs/deploy.md#lambda-concurrency.
    expect(text).toContain("The stack needs 114.");
    expect(text).toContain("Nothing is wrong.");
  });

  test("does not check the local service, because it is in no account, and says how to check a deployed one", async () => {
    const local = { baseUrl: "http://127.0.0.1:1", apiKey: "irs_local" };
    const folder = makeFolder({ ".local/connection.json": local });
    const { code, text } = await run(folder, "doctor", "--aws", "--region", "eu-central-1");
    expect(code).toBe(0);
    expect(text).not.toContain("127.0.0.1");
    expect(text).toContain("→ Give --url and --key to check the service from outside too.");
  });

  test("checks the service too if one is named", async () => {
    const env = { IRS_URL: "http://127.0.0.1:1", IRS_API_KEY: "irs_key" };
    const { code, text } = await runWith(env, makeFolder({}), "doctor", "--aws", "--region", "eu-central-1");
    expect(code).toBe(1);
    expect(text).toContain("✗ address      http://127.0.0.1:1 does not respond:");
    expect(text).toContain("✓ budget");
  });

  test("refuses the options of an account without --aws", async () => {
    const { code, errors } = await run(makeFolder({}), "doctor", "--region", "eu-central-1");
    expect(code).toBe(2);
    expect(errors).toContain("--region needs --aws.");
  });

  test("asks about the stack with the given name", async () => {
    await doctor("--stack", "ImageRender-test");
    const [described] = aws.formation.commandCalls(DescribeStacksCommand);
    expect(described?.args[0].input).toEqual({ StackName: "ImageRender-test" });
  });

  test("asks AWS in the given region, and about budgets and what belongs to the edge in us-east-1", async () => {
    await doctor();
    const regions = async (calls: { thisValue: unknown }[]) =>
      Promise.all(
        calls.map(({ thisValue }) => (thisValue as { config: { region(): Promise<string> } }).config.region()),
      );
    expect(await regions(aws.lambda.commandCalls(GetAccountSettingsCommand))).toEqual(["eu-central-1"]);
    expect(await regions(aws.watch.commandCalls(DescribeAlarmsCommand))).toEqual(["eu-central-1"]);
    expect(await regions(aws.watch.commandCalls(DescribeAlarmsForMetricCommand))).toEqual(["us-east-1"]);
    expect(await regions(aws.budgets.commandCalls(DescribeBudgetsCommand))).toEqual(["us-east-1"]);
    expect(await regions(aws.logs.commandCalls(DescribeLogGroupsCommand))).toEqual(["eu-central-1", "us-east-1"]);
  });

  test("only reads: no call changes anything", async () => {
    await doctor();
    const names = Object.values(aws).flatMap((mock) =>
      mock.calls().map(({ args: [command] }) => (command as object).constructor.name),
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !/^(Get|Describe|List|Simulate)/.test(name))).toEqual([]);
  });
});

describe("irs doctor --aws without access", () => {
  test("credentials that are not valid end the check, and the fix says how to sign in", async () => {
    aws.sts.on(GetCallerIdentityCommand).rejects(new Error("The security token included in the request is expired"));
    const { code, found } = await problems();
    expect(code).toBe(1);
    expect(found).toEqual([
      {
        ...{ name: "credentials", outcome: "wrong" },
        text: "The security token included in the request is expired.",
        mend: "Sign in (aws sso login, or aws configure), and name the profile with --profile.",
      },
    ]);
  });

  test("a missing region ends the check, and the fix names the option", async () => {
    const before = { ...process.env };
    Object.assign(process.env, { AWS_CONFIG_FILE: "/nonexistent", AWS_SHARED_CREDENTIALS_FILE: "/nonexistent" });
    delete process.env["AWS_REGION"];
    try {
      const { code, text } = await run(makeFolder({}), "doctor", "--aws");
      expect(code).toBe(1);
      expect(text).toMatch(/✗ region +No region is given: Region is missing\./);
      expect(text).toContain("→ Name it: irs doctor --aws --region eu-central-1, or set AWS_REGION.");
    } finally {
      process.env = before;
    }
  });

  test("a check that AWS does not allow is skipped, names the permission, and does not fail the others", async () => {
    aws.ssm.on(GetParametersCommand).rejects(refusal("AccessDeniedException", 400));
    aws.ssm.on(GetParameterCommand).rejects(refusal("AccessDeniedException", 400));
    aws.iam.on(SimulatePrincipalPolicyCommand).rejects(refusal("AccessDenied", 403));
    aws.lambda.on(GetAccountSettingsCommand).rejects(refusal("AccessDeniedException", 403));
    aws.dynamo.on(DescribeLimitsCommand).rejects(refusal("AccessDeniedException", 400));
    aws.watch.on(DescribeAlarmsCommand).rejects(refusal("AccessDenied", 403));
    aws.watch.on(DescribeAlarmsForMetricCommand).rejects(refusal("AccessDenied", 403));
    aws.logs.on(DescribeLogGroupsCommand).rejects(refusal("AccessDeniedException", 400));
    aws.budgets.on(DescribeBudgetsCommand).rejects(refusal("AccessDeniedException", 400));
    const { code, found } = await problems();
    expect(code).toBe(0);
    expect(found.map(({ name, outcome, mend }) => [name, outcome, mend?.split(" for this identity")[0]])).toEqual([
      ["region", "skipped", "Allow ssm:GetParameters"],
      ["bootstrap", "skipped", "Allow ssm:GetParameter"],
      ["deploying", "skipped", "Allow iam:SimulatePrincipalPolicy"],
      ["permissions", "skipped", "Allow iam:SimulatePrincipalPolicy"],
      ["concurrency", "skipped", "Allow lambda:GetAccountSettings"],
      ["tables", "skipped", "Allow dynamodb:DescribeLimits"],
      ["alarms", "skipped", "Allow cloudwatch:DescribeAlarms"],
      ["edge alarm", "skipped", "Allow cloudwatch:DescribeAlarmsForMetric"],
      ["logs", "skipped", "Allow logs:DescribeLogGroups"],
      ["budget", "skipped", "Allow budgets:ViewBudget"],
    ]);
    expect(found[0]?.text).toBe("It could not be checked: User is not authorized.");
  });

  test("a stack that AWS does not show is skipped, and the default settings count for the concurrency", async () => {
    aws.formation.on(DescribeStacksCommand).rejects(refusal("AccessDenied", 403));
    aws.sns.on(ListSubscriptionsByTopicCommand).rejects(refusal("AuthorizationError", 403));
    const { found } = await problems();
    expect(found).toMatchObject([{ name: "stack", outcome: "skipped" }]);
    expect(found[0]?.mend).toBe(
      "Allow cloudformation:DescribeStacks, cloudformation:GetTemplate and cloudformation:ListStackResources for this identity, and run the check again.",
    );
    expect((await doctor()).text).toContain("The stack needs 114.");
  });

  test("subscribers that AWS does not show, for example those of a topic of another account, are skipped", async () => {
    aws.sns.on(ListSubscriptionsByTopicCommand).rejects(refusal("AuthorizationError", 403));
    const { code, found } = await problems();
    expect(code).toBe(0);
    expect(found).toMatchObject([
      { name: "alarms", outcome: "skipped", mend: expect.stringContaining("sns:ListSubscriptionsByTopic") as unknown },
    ]);
  });

  test("a call that fails for a reason other than a permission is skipped without advice about permissions", async () => {
    aws.lambda.on(GetAccountSettingsCommand).rejects(new Error("socket hang up"));
    const { found } = await problems();
    expect(found).toEqual([
      {
        ...{ name: "concurrency", outcome: "skipped" },
        text: "It could not be checked: socket hang up.",
        mend: "Run the check again.",
      },
    ]);
  });
});
