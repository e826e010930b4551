/** The permissions that the services require: the actions and resources of their requests. */
import {
  BatchGetItemCommand,
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { accessKeyIdOf } from "../../src/denials.js";
import { Permissions } from "../../src/permissions/permissions.js";
import { compilePolicy } from "../../src/permissions/policy.js";
import { startDynamoDb } from "../../src/services/dynamodb.js";
import { startDynamoDbGuard } from "../../src/services/dynamodb-guard.js";
import { startS3 } from "../../src/services/s3.js";
import { cleanups, credentials, region, temporaryFolder } from "../services/fixtures.js";

const atEnd = cleanups();
const ROLE = "arn:aws:iam::000000000000:role/WorkerRole";
const worker = { accessKeyId: accessKeyIdOf("worker"), secretAccessKey: credentials.secretAccessKey };

let permissions: Permissions;
beforeEach(() => {
  permissions = new Permissions({ enforced: true, denials: [] });
  permissions.declareRole("WorkerRole", ROLE);
  permissions.assignRole(worker.accessKeyId, "worker", ROLE);
});

function allow(Action: string[], Resource: string | string[], Condition = {}): void {
  permissions.attach(ROLE, compilePolicy({ Statement: { Effect: "Allow", Action, Resource, Condition } }, "Policy"));
}

describe("DynamoDB", () => {
  const TableName = "Items";
  const ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/Items";
  const Key = { id: { S: "slot#1" } };
  const refused = { name: "AccessDeniedException", $metadata: { httpStatusCode: 400 } };
  let client: DynamoDBClient;

  beforeEach(async () => {
    const upstream = await startDynamoDb({ dataDir: await temporaryFolder(atEnd) });
    atEnd(() => upstream.close());
    const guard = await startDynamoDbGuard(upstream.endpoint, permissions);
    atEnd(() => guard.close());
    const connect = (config: DynamoDBClientConfig): DynamoDBClient => {
      const made = new DynamoDBClient({ region, maxAttempts: 1, ...config });
      atEnd(() => made.destroy());
      return made;
    };
    client = connect({ endpoint: guard.endpoint, credentials: worker });
    await connect({ endpoint: upstream.endpoint, credentials }).send(
      new CreateTableCommand({
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        AttributeDefinitions: ["id", "kind"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        GlobalSecondaryIndexes: [
          {
            IndexName: "byKind",
            KeySchema: [{ AttributeName: "kind", KeyType: "HASH" }],
            Projection: { ProjectionType: "ALL" },
          },
        ],
      }),
    );
  });

  const setStatus = { TableName, Key, UpdateExpression: "SET #s = :s", ExpressionAttributeNames: { "#s": "status" } };
  const update = { ...setStatus, ExpressionAttributeValues: { ":s": { S: "done" } } };

  test("a query of an index needs the permission for the index, and one of the table that for the table", async () => {
    allow(["dynamodb:Query"], `${ARN}/index/byKind`);
    const query = { TableName, ExpressionAttributeValues: { ":v": { S: "a" } } };
    await client.send(new QueryCommand({ ...query, IndexName: "byKind", KeyConditionExpression: "kind = :v" }));
    const onTable = client.send(new QueryCommand({ ...query, KeyConditionExpression: "id = :v" }));
    await expect(onTable).rejects.toMatchObject(refused);
  });

  test("each part of a transaction needs its own permission", async () => {
    allow(["dynamodb:UpdateItem"], ARN);
    const check = { TableName, Key: { id: { S: "b" } }, ConditionExpression: "attribute_not_exists(id)" };
    const transaction = new TransactWriteItemsCommand({
      TransactItems: [{ Update: update }, { ConditionCheck: check }],
    });
    await expect(client.send(transaction)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining(`dynamodb:ConditionCheckItem on resource: ${ARN} `),
    });
    allow(["dynamodb:ConditionCheckItem"], ARN);
    await client.send(transaction);
  });

  test("a batch needs the permission for each of its tables", async () => {
    allow(["dynamodb:BatchGetItem"], ARN);
    await client.send(new BatchGetItemCommand({ RequestItems: { Items: { Keys: [Key] } } }));
    const both = { Items: { Keys: [Key] }, Others: { Keys: [Key] } };
    await expect(client.send(new BatchGetItemCommand({ RequestItems: both }))).rejects.toMatchObject(refused);
  });

  test("a condition on leading keys limits a function to some items", async () => {
    allow(["dynamodb:GetItem", "dynamodb:BatchGetItem"], ARN, {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["slot#*"] },
    });
    await client.send(new GetItemCommand({ TableName, Key }));
    await expect(client.send(new GetItemCommand({ TableName, Key: { id: { S: "job" } } }))).rejects.toMatchObject(
      refused,
    );
    const mixed = { Items: { Keys: [Key, { id: { S: "job" } }] } };
    await expect(client.send(new BatchGetItemCommand({ RequestItems: mixed }))).rejects.toMatchObject(refused);
  });

  test("a condition on attributes limits a function to some attributes, even in conditions of its writes", async () => {
    allow(["dynamodb:UpdateItem"], ARN, { "ForAllValues:StringEquals": { "dynamodb:Attributes": ["id", "status"] } });
    await client.send(new UpdateItemCommand(update));
    const guarded = new UpdateItemCommand({ ...update, ConditionExpression: "attribute_not_exists(workspaceId)" });
    await expect(client.send(guarded)).rejects.toMatchObject(refused);
  });
});

describe("S3", () => {
  const refused = { name: "AccessDenied", $metadata: { httpStatusCode: 403 } };
  let client: S3Client;

  beforeEach(async () => {
    const s3 = await startS3({
      ...{ dataDir: await temporaryFolder(atEnd), credentials, authorizer: permissions },
      onEvent: () => undefined,
    });
    atEnd(() => s3.close());
    await s3.ensureBucket("files");
    client = new S3Client({ endpoint: s3.endpoint, region, credentials: worker, forcePathStyle: true, maxAttempts: 1 });
    atEnd(() => client.destroy());
  });

  const put = (Key: string, Tagging?: string) =>
    client.send(new PutObjectCommand({ Bucket: "files", Key, Body: "x", ...(Tagging && { Tagging }) }));

  test("a missing object is error 404 only for a function that may list the bucket", async () => {
    allow(["s3:GetObject"], "arn:aws:s3:::files/*");
    const get = { Bucket: "files", Key: "missing" };
    await expect(client.send(new GetObjectCommand(get))).rejects.toMatchObject(refused);
    await expect(client.send(new HeadObjectCommand(get))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    allow(["s3:ListBucket"], "arn:aws:s3:::files");
    await expect(client.send(new GetObjectCommand(get))).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  test("an object with tags needs the permission to write tags", async () => {
    allow(["s3:PutObject"], "arn:aws:s3:::files/*");
    await put("plain");
    await expect(put("tagged", "keep=1")).rejects.toMatchObject(refused);
    allow(["s3:PutObjectTagging"], "arn:aws:s3:::files/*");
    await put("tagged", "keep=1");
  });

  test("a condition on the prefix limits a function to a part of the list", async () => {
    allow(["s3:ListBucket"], "arn:aws:s3:::files", { StringLike: { "s3:prefix": "img/*" } });
    await client.send(new ListObjectsV2Command({ Bucket: "files", Prefix: "img/2026/" }));
    const all = client.send(new ListObjectsV2Command({ Bucket: "files" }));
    await expect(all).rejects.toMatchObject(refused);
  });

  test("a deletion of several objects deletes those that the function may delete, and reports the others", async () => {
    allow(["s3:PutObject"], "arn:aws:s3:::files/*");
    allow(["s3:DeleteObject"], "arn:aws:s3:::files/img/*");
    await put("img/a");
    await put("inputs/a");
    const Delete = { Objects: [{ Key: "img/a" }, { Key: "inputs/a" }] };
    const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket: "files", Delete }));
    expect(Deleted).toEqual([{ Key: "img/a" }]);
    expect(Errors).toEqual([{ Key: "inputs/a", Code: "AccessDenied", Message: "Access Denied" }]);
  });
});
