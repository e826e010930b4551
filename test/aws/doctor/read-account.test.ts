import { DescribeLimitsCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from "@aws-sdk/client-iam";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetParameterCommand, GetParametersCommand, ParameterNotFound, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import type { AccountReader } from "../../../aws/doctor/account-facts.js";
import { openAccount } from "../../../aws/doctor/open-account.js";

const REGION = "eu-central-1";
const ACCOUNT = "111122223333";
const sts = mockClient(STSClient);
const iam = mockClient(IAMClient);
const ssm = mockClient(SSMClient);
const lambda = mockClient(LambdaClient);
const dynamo = mockClient(DynamoDBClient);

let account: AccountReader;

beforeAll(async () => {
  account = await openAccount({ region: REGION });
});
beforeEach(() => {
  for (const mock of [sts, iam, ssm, lambda, dynamo]) mock.reset();
});

const isCalledBy = (Arn: string) => sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn });

describe("the caller", () => {
  test("a user is the principal whose policies can be simulated", async () => {
    const arn = `arn:aws:iam::${ACCOUNT}:user/ann`;
    isCalledBy(arn);
    expect(await account.identity()).toEqual({ accountId: ACCOUNT, arn, principalArn: arn });
    expect(iam.calls()).toHaveLength(0);
  });

  test("the principal of a session is its role, with the path that only IAM knows", async () => {
    isCalledBy(`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/ann`);
    iam.on(GetRoleCommand, { RoleName: "Admin" }).resolves({
      Role: {
        ...{ Path: "/sso/", RoleName: "Admin", RoleId: "R", CreateDate: new Date(0) },
        Arn: `arn:aws:iam::${ACCOUNT}:role/sso/Admin`,
      },
    });
    expect((await account.identity()).principalArn).toBe(`arn:aws:iam::${ACCOUNT}:role/sso/Admin`);
  });

  test("if the role may not be read, its ARN is taken from that of the session", async () => {
    isCalledBy(`arn:aws:sts::${ACCOUNT}:assumed-role/Admin/ann`);
    iam.on(GetRoleCommand).rejects(new Error("AccessDenied"));
    expect((await account.identity()).principalArn).toBe(`arn:aws:iam::${ACCOUNT}:role/Admin`);
  });

  test("the root user has no principal", async () => {
    isCalledBy(`arn:aws:iam::${ACCOUNT}:root`);
    expect((await account.identity()).principalArn).toBeUndefined();
    expect(iam.calls()).toHaveLength(0);
  });

  test("only the actions that are not allowed are refused, each once and from all pages", async () => {
    iam
      .on(SimulatePrincipalPolicyCommand)
      .resolvesOnce({
        EvaluationResults: [
          { EvalActionName: "s3:CreateBucket", EvalDecision: "allowed" },
          { EvalActionName: "sns:CreateTopic", EvalDecision: "implicitDeny" },
        ],
        ...{ IsTruncated: true, Marker: "next" },
      })
      .resolves({
        EvaluationResults: [
          { EvalActionName: "sns:CreateTopic", EvalDecision: "implicitDeny" },
          { EvalActionName: "iam:PassRole", EvalDecision: "explicitDeny" },
          { EvalActionName: undefined, EvalDecision: "explicitDeny" },
        ],
      });
    const refused = await account.refused("arn:role", ["s3:CreateBucket"], ["arn:bucket"]);
    expect(refused).toEqual(["sns:CreateTopic", "iam:PassRole"]);
    expect(iam.commandCalls(SimulatePrincipalPolicyCommand)[0]?.args[0].input).toMatchObject({
      PolicySourceArn: "arn:role",
      ActionNames: ["s3:CreateBucket"],
      ResourceArns: ["arn:bucket"],
    });
  });
});

describe("the region", () => {
  test("the version of the bootstrap stack is a number, and undefined only if its parameter does not exist", async () => {
    ssm
      .on(GetParameterCommand)
      .resolvesOnce({ Parameter: { Value: "21" } })
      .rejectsOnce(new ParameterNotFound({ message: "none", $metadata: {} }))
      .rejects(new Error("AccessDenied"));
    expect(await account.bootstrapVersion()).toBe(21);
    expect(await account.bootstrapVersion()).toBeUndefined();
    await expect(account.bootstrapVersion()).rejects.toThrow("AccessDenied");
  });

  test("a service is offered if AWS has a parameter of it for the region", async () => {
    ssm.on(GetParametersCommand).resolves({ Parameters: [{ Value: "lambda" }, { Value: undefined }] });
    expect(await account.offered(["lambda", "moon"])).toEqual(new Set(["lambda"]));
    expect(ssm.commandCalls(GetParametersCommand)[0]?.args[0].input.Names).toEqual([
      "/aws/service/global-infrastructure/regions/eu-central-1/services/lambda",
      "/aws/service/global-infrastructure/regions/eu-central-1/services/moon",
    ]);
  });

  test("the quotas are those of the account, and 0 if AWS does not state them", async () => {
    const AccountLimit = { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 900 };
    lambda.on(GetAccountSettingsCommand).resolvesOnce({ AccountLimit }).resolves({});
    expect(await account.concurrency()).toEqual({ total: 1000, unreserved: 900 });
    expect(await account.concurrency()).toEqual({ total: 0, unreserved: 0 });
    dynamo
      .on(DescribeLimitsCommand)
      .resolvesOnce({ TableMaxReadCapacityUnits: 40_000, TableMaxWriteCapacityUnits: 20_000 })
      .resolves({});
    expect(await account.tableQuotas()).toEqual({ tableReads: 40_000, tableWrites: 20_000 });
    expect(await account.tableQuotas()).toEqual({ tableReads: 0, tableWrites: 0 });
  });
});

test("all clients use the region that was given, and at most three attempts", async () => {
  lambda.on(GetAccountSettingsCommand).resolves({});
  await account.concurrency();
  expect(account.region).toBe(REGION);
  const client = lambda.calls()[0]?.thisValue as LambdaClient;
  expect([await client.config.region(), await client.config.maxAttempts()]).toEqual([REGION, 3]);
});
