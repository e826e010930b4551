import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient, PutItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { S3Client, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { FaultPlan } from "../../src/faults/fault-plan.js";
import { type FaultKind, faultsOf } from "../../src/faults/planned-fault.js";
import type { ServiceName } from "../../src/faults/service-call.js";
import { readBody } from "../../src/services/http-service.js";

let killed: string[] = [];
let acted = 0;
let plan: FaultPlan;
let server: Server;

const SERVICES: Readonly<Record<string, ServiceName>> = { AmazonSQS: "sqs", DynamoDB_20120810: "dynamodb" };

beforeEach(async () => {
  killed = [];
  acted = 0;
  plan = new FaultPlan((tag) => killed.push(tag));
  const listener: RequestListener = (request, response) => {
    const [prefix = ""] = String(request.headers["x-amz-target"] ?? "").split(".");
    const service = SERVICES[prefix] ?? "s3";
    void readBody(request, 1_000_000).then((body) =>
      plan.pass({
        ...{ service, request, response, body },
        act: async (real) => {
          acted += 1;
          real.writeHead(200, { "content-type": service === "s3" ? "application/xml" : "application/x-amz-json-1.0" });
          real.end(service === "s3" ? "" : "{}");
          await Promise.resolve();
        },
      }),
    );
  };
  server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const common = () => ({
  region: "us-east-1",
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  credentials: { accessKeyId: "local-api", secretAccessKey: "local" },
  userAgentAppId: "process-7-and-more",
});

/** Sends a message as the function `api`. Resolves to `sent`, or to the name of the error. */
async function send(kind: FaultKind, occurrence = 1): Promise<string> {
  plan.set([{ functionName: "api", action: "sqs:SendMessage", occurrence, kind }]);
  return sendMessage();
}

async function sendMessage(): Promise<string> {
  const client = new SQSClient({ ...common(), md5: false });
  const command = new SendMessageCommand({ QueueUrl: `${common().endpoint}/q`, MessageBody: "x" });
  return client.send(command).then(
    () => "sent",
    (error: unknown) => (error as Error).name,
  );
}

async function writeConditionally(kind: FaultKind): Promise<unknown> {
  plan.set([{ functionName: "api", action: "dynamodb:TransactWriteItems", occurrence: 1, kind }]);
  const put = { Put: { TableName: "t", Item: { id: { S: "1" } }, ConditionExpression: "attribute_not_exists(id)" } };
  const free = { Put: { TableName: "t", Item: { id: { S: "2" } } } };
  const command = new TransactWriteItemsCommand({ TransactItems: [put, free] });
  return new DynamoDBClient(common()).send(command).catch((error: unknown) => error);
}

describe("calls", () => {
  test("calls of functions are counted by action, and calls of others are not", async () => {
    plan.set([]);
    await sendMessage();
    await sendMessage();
    const operator = { ...common(), credentials: { accessKeyId: "local", secretAccessKey: "local" } };
    await new SQSClient({ ...operator, md5: false }).send(
      new SendMessageCommand({ QueueUrl: `${common().endpoint}/q`, MessageBody: "x" }),
    );
    const call = { functionName: "api", action: "sqs:SendMessage", writes: true, hasCondition: false };
    expect(plan.report()).toEqual({
      calls: [
        { ...call, occurrence: 1 },
        { ...call, occurrence: 2 },
      ],
      fired: [],
    });
  });

  test("operations of S3 have their names, and only writes can be conditional", async () => {
    plan.set([]);
    const s3 = new S3Client({ ...common(), forcePathStyle: true });
    await s3.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: "x", IfNoneMatch: "*" }));
    await s3.send(new GetObjectCommand({ Bucket: "b", Key: "k", IfNoneMatch: '"e"' }));
    const names = plan.report().calls.map(({ action, writes, hasCondition }) => ({ action, writes, hasCondition }));
    expect(names).toEqual([
      { action: "s3:PutObject", writes: true, hasCondition: true },
      { action: "s3:GetObject", writes: false, hasCondition: false },
    ]);
  });

  test("a read has fewer faults than a write, and a transaction has conflicts in place of a failed condition", () => {
    const call = { functionName: "api", action: "dynamodb:GetItem", occurrence: 1, writes: false, hasCondition: false };
    expect(faultsOf(call).map(({ kind }) => kind)).toEqual(["throttle", "internal", "timeout", "kill-before"]);
    const write = { ...call, action: "dynamodb:TransactWriteItems", writes: true, hasCondition: true };
    const kinds = faultsOf(write).map(({ kind }) => kind);
    expect([kinds.length, kinds.includes("conflict"), kinds.includes("conditional")]).toEqual([8, true, false]);
    const update = faultsOf({ ...write, action: "dynamodb:UpdateItem" }).map(({ kind }) => kind);
    expect([update.includes("conflict"), update.includes("conditional")]).toEqual([false, true]);
  });
});

describe("faults", () => {
  test.each([
    ["throttle", "ThrottlingException", 0],
    ["internal", "InternalFailure", 0],
    ["timeout", "Error", 0],
    ["timeout-acted", "Error", 3],
  ] as const)("the fault %s lasts for all attempts of the SDK", async (kind, error, times) => {
    expect(await send(kind)).toBe(error);
    expect(acted).toBe(times);
    expect(await sendMessage()).toBe("sent");
    expect(plan.report().fired).toHaveLength(1);
  });

  test("after a reset, the service has acted, and the retry of the SDK succeeds", async () => {
    expect(await send("reset")).toBe("sent");
    expect(acted).toBe(2);
  });

  test("a fault of the second call does not affect the first", async () => {
    expect(await send("internal", 2)).toBe("sent");
    expect(await sendMessage()).toBe("InternalFailure");
  });

  test("the process that calls is killed before the service acts", async () => {
    await send("kill-before");
    expect(killed[0]).toBe("process-7");
  });

  test("the process that calls is killed after the service has acted", async () => {
    await send("kill-after");
    expect([killed[0], acted > 0]).toEqual(["process-7", true]);
  });

  test("a conditional failure of a transaction names the items that have a condition, after the service has acted", async () => {
    const error = await writeConditionally("conditional");
    const CancellationReasons = [{ Code: "ConditionalCheckFailed" }, { Code: "None" }];
    expect(error).toMatchObject({ name: "TransactionCanceledException", CancellationReasons });
    expect(acted).toBe(1);
  });

  test("a conflict of a transaction is not acted on", async () => {
    const error = await writeConditionally("conflict");
    const CancellationReasons = [{ Code: "TransactionConflict" }, { Code: "None" }];
    expect(error).toMatchObject({ name: "TransactionCanceledException", CancellationReasons });
    expect(acted).toBe(0);
  });

  test("a conditional failure of a single write is that of DynamoDB", async () => {
    plan.set([{ functionName: "api", action: "dynamodb:PutItem", occurrence: 1, kind: "conditional" }]);
    const item = { TableName: "t", Item: { id: { S: "1" } }, ConditionExpression: "attribute_not_exists(id)" };
    await expect(new DynamoDBClient(common()).send(new PutItemCommand(item))).rejects.toMatchObject({
      name: "ConditionalCheckFailedException",
    });
  });

  test("a conditional failure of S3 has the status 412", async () => {
    plan.set([{ functionName: "api", action: "s3:PutObject", occurrence: 1, kind: "conditional" }]);
    const s3 = new S3Client({ ...common(), forcePathStyle: true });
    const put = s3.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: "x", IfNoneMatch: "*" }));
    await expect(put).rejects.toMatchObject({ name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } });
  });
});
