import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { ALLOW_ALL } from "../../src/permissions/aws-call.js";
import { startDynamoDb } from "../../src/services/dynamodb.js";
import { type DynamoDbGuard, startDynamoDbGuard } from "../../src/services/dynamodb-guard.js";
import { cleanups, credentials, region, temporaryFolder } from "./fixtures.js";

const atEnd = cleanups();
const TableName = "Items";
/** The key of an item consists of both attributes. */
const keyOf = (id: string) => ({ id: { S: id }, kind: { S: "k" } });
const put = (id: string): TransactWriteItem => ({ Put: { TableName, Item: { ...keyOf(id), pages: { N: "1" } } } });
const grow = (id: string) => ({
  TableName,
  Key: keyOf(id),
  UpdateExpression: "ADD pages :one",
  ExpressionAttributeValues: { ":one": { N: "1" } },
});

let guard: DynamoDbGuard;
let client: DynamoDBClient;

beforeEach(async () => {
  const upstream = await startDynamoDb({ dataDir: await temporaryFolder(atEnd) });
  guard = await startDynamoDbGuard(upstream.endpoint, ALLOW_ALL, { transactionMs: 300 });
  client = new DynamoDBClient({ endpoint: guard.endpoint, region, credentials, maxAttempts: 1 });
  atEnd(async () => {
    client.destroy();
    await guard.close();
    await upstream.close();
  });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["id", "kind"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
      KeySchema: [
        { AttributeName: "id", KeyType: "HASH" },
        { AttributeName: "kind", KeyType: "RANGE" },
      ],
    }),
  );
});

const transact = (...TransactItems: TransactWriteItem[]) =>
  client.send(new TransactWriteItemsCommand({ TransactItems }));

describe("transactions that take time", () => {
  test("one of ten simultaneous transactions on an item is accepted, and the others name the item in conflict", async () => {
    const before = guard.conflicts();
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => transact(put(`own-${index}`), put("shared"))),
    );
    const failed = all.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(failed).toHaveLength(9);
    for (const error of failed) {
      expect(error).toMatchObject({
        name: "TransactionCanceledException",
        CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
      });
    }
    expect(guard.conflicts() - before).toBe(9);
  });

  test("a single write of an item that a transaction is writing is refused, but reads and other writes are not", async () => {
    await client.send(new PutItemCommand({ TableName, Item: keyOf("busy") }));
    const running = transact({ Update: grow("busy") });
    // When a write of its item is refused, the transaction is running.
    const refused = async () =>
      client.send(new UpdateItemCommand(grow("busy"))).then(
        () => undefined,
        (error: unknown) => (error as Error).name,
      );
    let name = await refused();
    while (name === undefined) name = await refused();
    await client.send(new PutItemCommand({ TableName, Item: keyOf("other") }));
    await client.send(new GetItemCommand({ TableName, Key: keyOf("busy") }));
    expect(name).toBe("TransactionConflictException");
    await running;
    // Afterwards, the item is free.
    expect(await refused()).toBeUndefined();
  });

  test("a transaction whose caller dies takes effect, and its items are free afterwards", async () => {
    const dying = new DynamoDBClient({ endpoint: guard.endpoint, region, credentials, maxAttempts: 1 });
    const death = new AbortController();
    const command = new TransactWriteItemsCommand({ TransactItems: [put("left")] });
    const abandoned = dying.send(command, { abortSignal: death.signal }).catch((error: unknown) => error);
    const isFree = () =>
      client.send(new UpdateItemCommand(grow("left"))).then(
        () => true,
        () => false,
      );
    let wasFree = await isFree();
    while (wasFree) wasFree = await isFree();
    death.abort();
    expect(await abandoned).toMatchObject({ name: "AbortError" });
    dying.destroy();
    while (!wasFree) wasFree = await isFree();
    // The transaction has set one page, and the write after it has added another one.
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: keyOf("left") }));
    expect(Item?.pages).toEqual({ N: "2" });
  });
});
