import {
  CloudFrontKeyValueStoreClient,
  ConflictException,
  DescribeKeyValueStoreCommand,
  UpdateKeysCommand,
} from "@aws-sdk/client-cloudfront-keyvaluestore";
import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ThrottlingException,
  TransactionCanceledException,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { HeadObjectCommand, NotFound, PutObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { TEMPLATE, WORKSPACE } from "../support/render-fixture.js";

/** The pauses that the adapters made, in milliseconds. None of them takes any time. */
const pauses: number[] = [];
const timers = await import("node:timers/promises");
jest.unstable_mockModule("node:timers/promises", () => ({
  ...timers,
  setTimeout: async (ms: number) => void pauses.push(ms),
}));

const { createApiKeysTable } = await import("../../aws/api-keys-table.js");
const { endInBatch } = await import("../../aws/batch-countdown.js");
const { settleReservation } = await import("../../aws/credit-reservations.js");
const { readShards } = await import("../../aws/credit-shards.js");
const { createDeliveriesTable } = await import("../../aws/deliveries-table.js");
const { createEdgeKeys } = await import("../../aws/edge-keys.js");
const { createPictureBucket } = await import("../../aws/picture-bucket.js");
const { readItems } = await import("../../aws/read-items.js");
const { sendJobs } = await import("../../aws/send-jobs.js");
const { setDeletionProtection } = await import("../../aws/table-protection.js");
const { createTemplateRemoval } = await import("../../aws/template-removal.js");
const { transact } = await import("../../aws/transact.js");

const REGION = { region: "us-east-1" };
const client = DynamoDBDocumentClient.from(new DynamoDBClient(REGION));
const dynamo = mockClient(client);

// Pauses are random, up to a limit. With 1, each pause is as long as its limit.
beforeAll(() => void jest.spyOn(Math, "random").mockReturnValue(1));
afterAll(() => void jest.restoreAllMocks());
beforeEach(() => {
  pauses.length = 0;
  dynamo.reset();
});

describe("a table that returns only a part of a batch", () => {
  const left = (Key: Record<string, unknown>) => ({ UnprocessedKeys: { Table: { Keys: [Key] } } });
  const reads = () => dynamo.commandCalls(BatchGetCommand).length;
  const entry = { id: "render#1", item: "1.done#request", listedAs: "2026-11-01T12:00:00.000Z#1" };
  const listDeliveries = async () => {
    dynamo
      .on(QueryCommand)
      .resolvesOnce({ Items: [entry] })
      .resolves({ Items: [] });
    const table = createDeliveriesTable(client, "Table", "Records");
    return await table.listOwned(WORKSPACE, { status: undefined, limit: 1, before: undefined });
  };

  test.each<[string, () => Promise<unknown>, string]>([
    ["items", () => readItems(client, "Table", ["a"], (item) => item), "only a part of the items of Table"],
    [
      "the shards of a balance",
      () => readShards(client, "Table", WORKSPACE, "2026-11"),
      "incomplete batch of a balance",
    ],
    ["deliveries", listDeliveries, "incomplete batch of deliveries"],
  ])("reading %s waits twice as long before each of five reads, and then fails", async (_what, read, message) => {
    dynamo.on(BatchGetCommand).resolves(left({ id: "a" }));
    await expect(read()).rejects.toThrow(message);
    expect(reads()).toBe(5);
    expect(pauses).toEqual([40, 80, 160, 320]);
  });

  test("reading items reads again only those that are missing, with the same consistency", async () => {
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { Table: [{ id: "a" }] }, ...left({ id: "b" }) })
      .resolves({ Responses: { Table: [{ id: "b" }] } });
    const found = await readItems(client, "Table", ["a", "b", "c"], (item) => item, { consistent: true });
    expect([...found.keys()]).toEqual(["a", "b"]);
    expect(dynamo.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems)).toEqual([
      { Table: { Keys: [{ id: "a" }, { id: "b" }, { id: "c" }], ConsistentRead: true } },
      { Table: { Keys: [{ id: "b" }], ConsistentRead: true } },
    ]);
    expect(pauses).toEqual([40]);
  });

  test("items are read eventually consistently unless the caller asks otherwise, and no IDs need no read", async () => {
    dynamo.on(BatchGetCommand).resolves({});
    await readItems(client, "Table", ["a"], (item) => item);
    expect(dynamo.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.Table?.ConsistentRead).toBe(false);
    await readItems(client, "Table", [], (item) => item);
    expect(reads()).toBe(1);
  });

  test("reading keys makes a short pause after each of five incomplete reads", async () => {
    dynamo.on(BatchGetCommand).resolves(left({ hash: "a" }));
    await expect(createApiKeysTable(client, "Table").readKeys(["a"])).rejects.toThrow("incomplete batch 5 times");
    expect(reads()).toBe(5);
    expect(pauses).toEqual([100, 100, 100, 100, 100]);
  });
});

describe("a table whose items are busy", () => {
  const busy = new TransactionCanceledException({
    ...{ message: "busy", $metadata: {} },
    CancellationReasons: [{ Code: "TransactionConflict" }],
  });

  test("a transaction is tried nine times, with pauses that double up to half a second", async () => {
    dynamo.on(TransactWriteCommand).rejects(busy);
    await expect(transact(client, [])).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(dynamo.calls()).toHaveLength(9);
    expect(pauses).toEqual([20, 40, 80, 160, 320, 500, 500, 500]);
  });

  test("the deletion of a template that changes each time is tried ten times", async () => {
    const facts = {
      workspaceId: WORKSPACE,
      name: "Card",
      highestVersion: 1,
      revision: 1,
      createdAtMs: 1,
      updatedAtMs: 1,
    };
    const highest = { name: "Card", createdAtMs: 1, documentBytes: 2, document: "{}" };
    dynamo.on(GetCommand).resolves({ Item: { id: TEMPLATE, version: 0, ...facts, highest } });
    const CancellationReasons = [{ Code: "ConditionalCheckFailed" }, { Code: "None" }];
    dynamo
      .on(TransactWriteCommand)
      .rejects(new TransactionCanceledException({ message: "changed", $metadata: {}, CancellationReasons }));
    const remove = createTemplateRemoval(client, "Table", { expire: async () => undefined });
    await expect(remove(WORKSPACE, TEMPLATE, { nowMs: 5, forgetAtMs: 9 })).rejects.toThrow("changed 10 times");
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(10);
  });

  test("the end of a job of a batch is tried 36 times, because all jobs of a batch can end at the same moment", async () => {
    dynamo.on(TransactWriteCommand).rejects(busy);
    const endWrite = () => ({ Delete: { TableName: "Jobs", Key: { id: "j" } } });
    const end = { batchId: "b", failed: false, nowMs: 5, endWrite, refund: [] };
    const ended = endInBatch(client, { jobs: "Jobs", workspaces: "Workspaces", batches: "Batches" }, end);
    await expect(ended).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(dynamo.calls()).toHaveLength(36);
  });

  test("settling a reservation is tried six times, with pauses that double", async () => {
    const throttled = new ThrottlingException({ message: "slow", $metadata: {} });
    dynamo.on(UpdateCommand).rejects(throttled);
    const debit = { date: "2026-11-01", credits: 1 };
    const settled = settleReservation(client, "Table", { workspaceId: WORKSPACE, debit }, { id: "r", shard: 3 });
    await expect(settled).rejects.toBe(throttled);
    expect(dynamo.calls()).toHaveLength(6);
    expect(pauses).toEqual([20, 40, 80, 160, 320]);
  });
});

describe("a table that is changed by somebody else", () => {
  const plain = new DynamoDBClient(REGION);
  const tables = mockClient(plain);
  const inUse = new ResourceInUseException({ message: "busy", $metadata: {} });

  beforeEach(() => {
    tables.reset();
    tables.on(DescribeTableCommand).resolves({ Table: {} });
  });

  test("the protection is tried ten times, two seconds apart, because a table accepts one change at a time", async () => {
    tables.on(UpdateTableCommand).rejects(inUse);
    await expect(setDeletionProtection(plain, ["Jobs"], true)).rejects.toBe(inUse);
    expect(tables.commandCalls(UpdateTableCommand)).toHaveLength(10);
    expect(pauses).toEqual(Array.from({ length: 9 }, () => 2_000));
  });

  test("the wait ends as soon as the table has its protection", async () => {
    tables
      .on(DescribeTableCommand)
      .resolvesOnce({ Table: {} })
      .resolves({ Table: { DeletionProtectionEnabled: true } });
    tables.on(UpdateTableCommand).rejects(inUse);
    await setDeletionProtection(plain, ["Jobs"], true);
    expect(tables.commandCalls(UpdateTableCommand)).toHaveLength(1);
  });

  test("a table without protection needs no change to be unprotected, and another error is not tried again", async () => {
    await setDeletionProtection(plain, ["Jobs"], false);
    expect(tables.commandCalls(UpdateTableCommand)).toHaveLength(0);
    tables.on(UpdateTableCommand).rejects(new Error("AccessDenied"));
    await expect(setDeletionProtection(plain, ["Jobs"], true)).rejects.toThrow("AccessDenied");
    expect(tables.commandCalls(UpdateTableCommand)).toHaveLength(1);
    expect(pauses).toEqual([]);
  });
});

test("an entry of the edge is tried eight times, with pauses that grow by a tenth of a second", async () => {
  const edge = new CloudFrontKeyValueStoreClient(REGION);
  const store = mockClient(edge);
  store.on(DescribeKeyValueStoreCommand).resolves({ ETag: "v" });
  store.on(UpdateKeysCommand).rejects(new ConflictException({ message: "changed", $metadata: {} }));
  await expect(createEdgeKeys(edge, "arn").put({ a: "1" })).rejects.toThrow("changed");
  expect(store.commandCalls(UpdateKeysCommand)).toHaveLength(8);
  expect(pauses).toEqual([100, 200, 300, 400, 500, 600, 700]);
});

test("storing a picture beside another writer is tried five times, with pauses that grow", async () => {
  const s3 = new S3Client(REGION);
  const bucket = mockClient(s3);
  const conflict = { name: "ConditionalRequestConflict", message: "busy", $fault: "client" } as const;
  bucket.on(PutObjectCommand).rejects(new S3ServiceException({ ...conflict, $metadata: { httpStatusCode: 409 } }));
  bucket.on(HeadObjectCommand).rejects(new NotFound({ message: "no", $metadata: {} }));
  const headers = { contentType: "image/png", cacheControl: "public", contentDisposition: "inline" };
  const stored = createPictureBucket(s3, "bucket").putFirst("renders/a.png", { bytes: new Uint8Array(3), headers });
  await expect(stored).rejects.toThrow("busy");
  expect(bucket.commandCalls(PutObjectCommand)).toHaveLength(5);
  expect(pauses).toEqual([100, 200, 300, 400]);
});

test("messages that a queue refuses are sent three times, with pauses that double", async () => {
  const sqs = new SQSClient(REGION);
  mockClient(sqs)
    .on(SendMessageBatchCommand)
    .resolves({ Failed: [{ Id: "job", Code: "InternalError", SenderFault: false }] });
  const job = { id: "job", workspaceId: WORKSPACE, requestId: "r" };
  const { results } = await sendJobs(sqs, { standard: "https://sqs/standard" }, [{ queue: "standard", job }]);
  expect(results.get("job")).toBe("refused");
  expect(pauses).toEqual([100, 200]);
});
