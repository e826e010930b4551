import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDynamoDb } from "../../../src/services/dynamodb.js";
import type { Service } from "../../../src/services/service.js";
import type { Platform } from "../../../src/template/platform.js";
import { provisionTable } from "../../../src/template/provisioners/tables.js";
import type { ResolvedValue } from "../../../src/template/resolve.js";

let dir: string;
let service: Service;
let dynamoDb: DynamoDBClient;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "tables-"));
  service = await startDynamoDb({ dataDir: dir });
  dynamoDb = new DynamoDBClient({
    endpoint: service.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
});
afterAll(async () => {
  dynamoDb.destroy();
  await service.close();
  rmSync(dir, { recursive: true });
});

const key = (name: string, type = "HASH") => ({ AttributeName: name, KeyType: type });
const attribute = (name: string, type = "S") => ({ AttributeName: name, AttributeType: type });
const jobs = {
  AttributeDefinitions: [attribute("id"), attribute("owner"), attribute("at", "N")],
  KeySchema: [key("id")],
  BillingMode: "PAY_PER_REQUEST",
  GlobalSecondaryIndexes: [
    {
      IndexName: "byOwner",
      KeySchema: [key("owner"), key("at", "RANGE")],
      Projection: { ProjectionType: "KEYS_ONLY" },
    },
  ],
  Replicas: [{ Region: "us-east-1", Tags: [] }],
};

const provision = async (name: string, properties: Record<string, ResolvedValue>, fresh = false) =>
  provisionTable(
    { logicalId: "Jobs", type: "AWS::DynamoDB::GlobalTable", properties },
    { physicalId: name, attributes: { Arn: `arn:aws:dynamodb:us-east-1:000000000000:table/${name}` } },
    { dynamoDb, fresh } as Platform,
  );

test("a table has its keys and indexes and can be queried", async () => {
  await provision("made", jobs);
  const item = { id: { S: "1" }, owner: { S: "o" }, at: { N: "5" }, more: { S: "x" } };
  await dynamoDb.send(new PutItemCommand({ TableName: "made", Item: item }));
  const found = await dynamoDb.send(
    new QueryCommand({
      TableName: "made",
      IndexName: "byOwner",
      KeyConditionExpression: "#owner = :o AND #at > :at",
      ExpressionAttributeNames: { "#owner": "owner", "#at": "at" },
      ExpressionAttributeValues: { ":o": { S: "o" }, ":at": { N: "4" } },
    }),
  );
  expect(found.Items).toEqual([{ id: { S: "1" }, owner: { S: "o" }, at: { N: "5" } }]);
});

test("a restart keeps the table and its items", async () => {
  await provision("kept", jobs);
  await dynamoDb.send(new PutItemCommand({ TableName: "kept", Item: { id: { S: "1" } } }));
  await provision("kept", { ...jobs, DeletionProtectionEnabled: true, PointInTimeRecoverySpecification: {} });
  const { Item } = await dynamoDb.send(new GetItemCommand({ TableName: "kept", Key: { id: { S: "1" } } }));
  expect(Item).toEqual({ id: { S: "1" } });
});

test("--fresh deletes a table of a DynamoDB outside the state folder", async () => {
  await provision("outside", jobs);
  await dynamoDb.send(new PutItemCommand({ TableName: "outside", Item: { id: { S: "1" } } }));
  await provision("outside", { AttributeDefinitions: [attribute("owner")], KeySchema: [key("owner")] }, true);
  const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: "outside" }));
  expect([Table?.ItemCount, Table?.KeySchema]).toEqual([0, [key("owner")]]);
});

describe("changed tables", () => {
  const [byOwner] = jobs.GlobalSecondaryIndexes;
  const byTime = { IndexName: "byTime", KeySchema: [key("at")], Projection: { ProjectionType: "ALL" } };
  const namesOf = async (name: string) => {
    const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: name }));
    return (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName).sort();
  };

  test("an index that the template adds has the items that were there before", async () => {
    await provision("added", { ...jobs, GlobalSecondaryIndexes: [], AttributeDefinitions: [attribute("id")] });
    const item = { id: { S: "1" }, owner: { S: "o" }, at: { N: "5" } };
    await dynamoDb.send(new PutItemCommand({ TableName: "added", Item: item }));
    await provision("added", { ...jobs, GlobalSecondaryIndexes: [byOwner, byTime] as ResolvedValue });
    expect(await namesOf("added")).toEqual(["byOwner", "byTime"]);
    const found = await dynamoDb.send(
      new QueryCommand({
        TableName: "added",
        IndexName: "byTime",
        KeyConditionExpression: "#at = :at",
        ExpressionAttributeNames: { "#at": "at" },
        ExpressionAttributeValues: { ":at": { N: "5" } },
      }),
    );
    expect(found.Items).toEqual([item]);
  });

  test("an index that the template no longer has is removed, and the items stay", async () => {
    await provision("removed", jobs);
    await dynamoDb.send(new PutItemCommand({ TableName: "removed", Item: { id: { S: "1" } } }));
    await provision("removed", { ...jobs, GlobalSecondaryIndexes: [], AttributeDefinitions: [attribute("id")] });
    expect(await namesOf("removed")).toEqual([]);
    const { Item } = await dynamoDb.send(new GetItemCommand({ TableName: "removed", Key: { id: { S: "1" } } }));
    expect(Item).toEqual({ id: { S: "1" } });
  });

  test.each<[string, Record<string, ResolvedValue>, string]>([
    ["another key", { KeySchema: [key("owner")] }, "other keys or local indexes"],
    [
      "another key type",
      { AttributeDefinitions: [attribute("id", "N"), attribute("owner"), attribute("at", "N")] },
      "other keys or local indexes",
    ],
    [
      "another projection",
      { GlobalSecondaryIndexes: [{ ...byOwner, Projection: { ProjectionType: "ALL" } }] },
      "another key or projection of its index byOwner",
    ],
  ])("a table with %s than in the template is refused with a hint at --fresh", async (_, change, difference) => {
    await provision("changed", jobs);
    await expect(provision("changed", { ...jobs, ...change })).rejects.toThrow(
      `Jobs: the table changed has ${difference} than the template. Run with --fresh`,
    );
  });
});

test("the ARN of a stream is that of the running table", async () => {
  const made = await provision("streaming", { ...jobs, StreamSpecification: { StreamViewType: "NEW_IMAGE" } });
  const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: "streaming" }));
  expect(Table?.LatestStreamArn).toBeDefined();
  expect(made?.attributes["StreamArn"]).toBe(Table?.LatestStreamArn);
});
