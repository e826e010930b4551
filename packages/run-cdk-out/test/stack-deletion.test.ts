import { DynamoDBClient, ListTablesCommand, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProgress, type Runner, startRunner } from "../src/index.js";
import { freePort } from "../src/services/free-port.js";

jest.setTimeout(60_000);

const require = createRequire(import.meta.url);

let dir: string;
let runner: Runner | undefined;
let lines: string[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "stack-deletion-"));
  lines = [];
});
afterEach(async () => {
  await runner?.close();
  runner = undefined;
  rmSync(dir, { recursive: true });
});

/** Logs each request with the IDs of its resource. Fails a Create if the property `Fails` is "true". */
const CUSTOM_RESOURCE_CODE = `
exports.handler = async (event) => {
  const { RequestType, LogicalResourceId, RequestId, StackId, PhysicalResourceId, ResourceProperties } = event;
  console.log(["CALL", RequestType, LogicalResourceId, PhysicalResourceId].join(" "));
  const failed = RequestType === "Create" && ResourceProperties.Fails === "true";
  const body = { Status: failed ? "FAILED" : "SUCCESS", Reason: "as told", RequestId, StackId, LogicalResourceId,
    PhysicalResourceId: PhysicalResourceId ?? (failed ? "half-made" : "made") };
  await fetch(event.ResponseURL, { method: "PUT", body: JSON.stringify(body) });
};`;

const table = (more: object = {}, name?: string) => ({
  Type: "AWS::DynamoDB::Table",
  Properties: {
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    ...(name !== undefined && { TableName: name }),
  },
  ...more,
});
const secret = (DeletionPolicy: string) => ({
  Type: "AWS::SecretsManager::Secret",
  DeletionPolicy,
  Properties: { GenerateSecretString: { PasswordLength: 20 } },
});

/** Returns a stack with all types of resources that store data. A deletion keeps some of them. */
const resources = (custom: Record<string, string> = {}) => ({
  Kept: table({ DeletionPolicy: "RetainExceptOnCreate" }),
  Dropped: table(),
  Password: secret("RetainExceptOnCreate"),
  Token: secret("Delete"),
  Files: { Type: "AWS::S3::Bucket", DeletionPolicy: "Delete" },
  Queue: { Type: "AWS::SQS::Queue" },
  Store: { Type: "AWS::CloudFront::KeyValueStore", Properties: { Name: "store" } },
  Function: {
    Type: "AWS::Lambda::Function",
    Properties: {
      Runtime: "nodejs24.x",
      Handler: "index.handler",
      Role: "any",
      Code: { ZipFile: CUSTOM_RESOURCE_CODE },
    },
  },
  Custom: {
    Type: "Custom::Thing",
    DependsOn: ["Kept", "Dropped", "Password", "Token", "Files", "Queue", "Store"],
    Properties: { ServiceToken: { "Fn::GetAtt": ["Function", "Arn"] }, ...custom },
  },
});
const outputs = Object.fromEntries(
  ["Kept", "Password", "Files"].map((name) => [name, { Value: { Ref: name } }] as const),
);

async function start(template: object, failing: readonly string[] = []): Promise<Runner> {
  const assemblyDir = join(dir, "cdk.out");
  mkdirSync(assemblyDir, { recursive: true });
  const stack = { type: "aws:cloudformation:stack", properties: { templateFile: "S.template.json" } };
  writeFileSync(join(assemblyDir, "manifest.json"), JSON.stringify({ artifacts: { S: stack } }));
  writeFileSync(join(assemblyDir, "S.template.json"), JSON.stringify(template));
  const stateDir = join(dir, "state");
  runner = await startRunner({
    settings: {
      ...{ port: await freePort(), fresh: false, quiet: false, stateDir, context: {}, inspect: {}, denials: [] },
      resourcesToFail: failing,
    },
    source: { assemblyDir },
    progress: createProgress(() => undefined),
    onLogLine: (name, line) => lines.push(`${name}: ${line}`),
  });
  return runner;
}

/** A client of a service of the running stack. */
async function clientOf<T>(name: string, Client: new (options: object) => T): Promise<T> {
  const services = (await (await fetch(`${runner?.inspectUrl ?? ""}/services`)).json()) as Record<string, string>;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return new Client({ endpoint: services[name], region: "us-east-1", credentials, forcePathStyle: true });
}
const tableNames = async () =>
  (await (await clientOf("dynamodb", DynamoDBClient)).send(new ListTablesCommand())).TableNames ?? [];
const calls = () => lines.filter((line) => line.includes("CALL")).map((line) => line.replace(/.*CALL /, ""));

test("a deleted stack leaves behind what its policies keep, and the next stack has other names and no data", async () => {
  const first = await start({ Resources: resources(), Outputs: outputs });
  const { Kept: kept = "", Password: password = "" } = first.outputs;
  expect(await tableNames()).toHaveLength(2);
  const retained = await first.deleteStack();
  expect(retained.map(({ logicalId }) => logicalId).sort()).toEqual(["Kept", "Password"]);
  expect(retained).toContainEqual({ logicalId: "Kept", type: "AWS::DynamoDB::Table", physicalId: kept });
  expect(await tableNames()).toEqual([kept]);
  expect(calls()).toEqual(["Create Custom ", "Delete Custom made"]);
  expect(first.readSecret(password)).toBeDefined();
  await first.close();

  const second = await start({ Resources: resources(), Outputs: outputs });
  expect(second.outputs["Kept"]).not.toBe(kept);
  expect(second.outputs["Password"]).not.toBe(password);
  expect(await tableNames()).toHaveLength(3);
  await second.close();

  // The names of a stack that was not deleted stay.
  const again = await start({ Resources: resources(), Outputs: outputs });
  expect(again.outputs).toEqual(second.outputs);
});

test("a new stack can adopt a table that a deleted stack left behind, if the template contains the table's name", async () => {
  const first = await start({
    Resources: { Kept: table({ DeletionPolicy: "Retain" }) },
    Outputs: { Kept: outputs["Kept"] },
  });
  const name = first.outputs["Kept"] ?? "";
  await first.deleteStack();
  await first.close();
  await start({ Resources: { Kept: table({ DeletionPolicy: "Retain" }, name) } });
  expect(await tableNames()).toEqual([name]);
});

test("a new stack that fails is deleted again, with the data that a deletion would have kept", async () => {
  const failing = { Resources: resources({ Fails: "true" }) };
  await expect(start(failing)).rejects.toThrow("Custom: Create failed: as told");
  // The function may have created a part of the resource, so CloudFormation also deletes a resource that failed.
  expect(calls()).toEqual(["Create Custom ", "Delete Custom half-made"]);
  expect(lines.join("\n")).toContain("was deleted again");
  await start({ Resources: { Other: { Type: "AWS::SQS::Queue" } } });
  expect(await tableNames()).toEqual([]);
  expect(readdirSync(join(dir, "state", "s3")).filter((name) => !name.startsWith("."))).toEqual([]);
});

test("a resource can be told to fail, and a custom resource fails only after its function has done its work", async () => {
  await expect(start({ Resources: resources() }, ["Files"])).rejects.toThrow(/Files: AWS::S3::Bucket .*--fail/);
  expect(calls()).toEqual([]);
  await expect(start({ Resources: resources() }, ["Custom"])).rejects.toThrow("Custom: Create failed");
  expect(calls()).toEqual(["Create Custom ", "Delete Custom Custom"]);
  expect(lines.join("\n")).toContain("was deleted again");
  await expect(start({ Resources: resources() }, ["Nobody"])).rejects.toThrow("Nobody: there is no resource");
});

test("the rollback of a new stack deletes neither a bucket with objects nor a table with deletion protection", async () => {
  const putObject = `
    const { S3Client, PutObjectCommand } = require(${JSON.stringify(require.resolve("@aws-sdk/client-s3"))});
    const put = new PutObjectCommand({ Bucket: ResourceProperties.Bucket, Key: "a", Body: "b" });
    if (RequestType === "Create") await new S3Client({ forcePathStyle: true }).send(put);
    const failed`;
  const writes = CUSTOM_RESOURCE_CODE.replace("const failed", putObject);
  const { Function: fn, ...others } = resources({ Fails: "true", Bucket: "files" });
  const Files = { ...others.Files, Properties: { BucketName: "files" } };
  const Code = { ZipFile: writes };
  const Function = { ...fn, Properties: { ...fn.Properties, Code } };
  await expect(start({ Resources: { ...others, Files, Function } })).rejects.toThrow("Custom: Create failed: as told");
  expect(lines.join("\n")).toMatch(/could not be deleted: Files: AWS::S3::Bucket files .* is not empty/);

  rmSync(join(dir, "state"), { recursive: true });
  const Dropped = table();
  const Protected = { ...Dropped, Properties: { ...Dropped.Properties, DeletionProtectionEnabled: true } };
  const template = { Resources: { Protected, Queue: { Type: "AWS::SQS::Queue", DependsOn: "Protected" } } };
  await expect(start(template, ["Queue"])).rejects.toThrow("Queue: AWS::SQS::Queue could not be created");
  expect(lines.join("\n")).toMatch(/could not be deleted: Protected: AWS::DynamoDB::Table .*protect/i);
});

test("a stack that was complete once keeps its data if a later start fails", async () => {
  const { outputs: names } = await start({ Resources: resources(), Outputs: outputs });
  await runner?.close();
  const template = { Resources: { ...resources(), New: { Type: "AWS::CloudTrail::Trail" } } };
  await expect(start(template)).rejects.toThrow("AWS::CloudTrail::Trail");
  await start({ Resources: resources(), Outputs: outputs });
  expect(runner?.outputs).toEqual(names);
  expect(await tableNames()).toHaveLength(2);
});

test("a bucket with objects and a protected table cannot be deleted, and the deletion can be continued", async () => {
  const running = await start({ Resources: resources(), Outputs: outputs });
  const s3 = await clientOf("s3", S3Client);
  const Bucket = running.outputs["Files"] ?? "";
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "b" }));
  await expect(running.deleteStack()).rejects.toThrow(/Files: AWS::S3::Bucket .* is not empty/);
  expect(await s3.send(new HeadObjectCommand({ Bucket, Key: "a" }))).toMatchObject({ ContentLength: 1 });
  await running.close();

  const protectedStack = await start({
    Resources: { Dropped: table() },
    Outputs: { Dropped: { Value: { Ref: "Dropped" } } },
  });
  const dynamoDb = await clientOf("dynamodb", DynamoDBClient);
  const TableName = protectedStack.outputs["Dropped"] ?? "";
  await dynamoDb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  await expect(protectedStack.deleteStack()).rejects.toThrow(/Dropped: .*protect/i);
  await dynamoDb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  expect(await protectedStack.deleteStack()).toEqual([]);
});
