import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createUploadsTable } from "../../aws/uploads-table.js";
import type { Upload } from "../../core/uploads/upload.js";
import { LOCAL_CREDENTIALS as credentials, LOCAL_REGION as region, startDynamoDb } from "run-cdk-out/testing";
import { cleanups, temporaryFolder } from "../support/cleanups.js";
import { OTHER_WORKSPACE, START_MS, WORKSPACE } from "../support/world.js";

const atEnd = cleanups();
const TABLE = "Workspaces";
const idOf = (n: number) => `11111111-2222-4333-8444-${String(n).padStart(12, "0")}`;
const UPLOAD: Upload = {
  id: idOf(1),
  workspaceId: WORKSPACE,
  contentType: "image/png",
  bytes: 7,
  filename: "logo.png",
  state: "waiting",
  createdAtMs: START_MS,
};

describe("the uploads of the workspaces table", () => {
  let client: DynamoDBDocumentClient;
  let uploads: ReturnType<typeof createUploadsTable>;
  const itemOf = async ({ workspaceId, id }: Upload) =>
    (await client.send(new GetCommand({ TableName: TABLE, Key: { id: workspaceId, item: `upload#${id}` } }))).Item;

  beforeEach(async () => {
    const service = await startDynamoDb({ dataDir: await temporaryFolder(atEnd) });
    atEnd(() => service.close());
    const base = new DynamoDBClient({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
    client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
    atEnd(() => client.destroy());
    const [id, item] = ["id", "item"].map((AttributeName) => ({ AttributeName, AttributeType: "S" as const }));
    await client.send(
      new CreateTableCommand({
        TableName: TABLE,
        KeySchema: [
          { AttributeName: "id", KeyType: "HASH" },
          { AttributeName: "item", KeyType: "RANGE" },
        ],
        AttributeDefinitions: [id, item].filter((definition) => definition !== undefined),
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    uploads = createUploadsTable(client, TABLE);
  });

  test("are forgotten in time, unless they are settled before", async () => {
    await uploads.announce(UPLOAD, START_MS + 500);
    expect(await itemOf(UPLOAD)).toMatchObject({ expiresAt: START_MS / 1000 + 1 });
    const ready = { ...UPLOAD, state: "ready" } as const;
    expect(await uploads.settle(ready)).toEqual(ready);
    expect(await itemOf(UPLOAD)).not.toHaveProperty("expiresAt");
    expect(await uploads.find(WORKSPACE, UPLOAD.id)).toEqual(ready);
  });

  test("keep their first verdict", async () => {
    await uploads.announce(UPLOAD, START_MS + 500);
    const refused = { ...UPLOAD, state: "refused", error: "It is a PDF." } as const;
    expect(await uploads.settle(refused)).toEqual(refused);
    expect(await uploads.settle({ ...UPLOAD, state: "ready" })).toEqual(refused);
    expect(await uploads.find(WORKSPACE, UPLOAD.id)).toEqual(refused);
  });

  test("may be settled although their announcement is forgotten", async () => {
    const { filename, ...unnamed } = UPLOAD;
    expect(filename).toBe("logo.png");
    const ready = { ...unnamed, state: "ready" } as const;
    expect(await uploads.settle(ready)).toEqual(ready);
    expect(await uploads.find(WORKSPACE, UPLOAD.id)).toEqual(ready);
  });

  test("are never announced over one another", async () => {
    await uploads.announce(UPLOAD, START_MS);
    await expect(uploads.announce({ ...UPLOAD, bytes: 8 }, START_MS)).rejects.toThrow("conditional");
    expect(await uploads.find(WORKSPACE, UPLOAD.id)).toEqual(UPLOAD);
  });

  test("belong to one workspace", async () => {
    await uploads.announce(UPLOAD, START_MS);
    expect(await uploads.find(OTHER_WORKSPACE, UPLOAD.id)).toBeUndefined();
    expect(await uploads.findAll(OTHER_WORKSPACE, [UPLOAD.id])).toEqual([]);
  });

  test("are read together, more than a batch of the table's holds", async () => {
    const all = Array.from({ length: 130 }, (_, n) => ({ ...UPLOAD, id: idOf(n) }));
    await Promise.all(all.map((upload) => uploads.announce(upload, START_MS)));
    const found = await uploads.findAll(WORKSPACE, [...all.map(({ id }) => id), idOf(999)]);
    expect(found.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id));
    expect(await uploads.findAll(WORKSPACE, [])).toEqual([]);
  });

  test("fail loudly when they are corrupt", async () => {
    const Item = { id: WORKSPACE, item: `upload#${UPLOAD.id}`, state: "lost" };
    await client.send(new PutCommand({ TableName: TABLE, Item }));
    await expect(uploads.find(WORKSPACE, UPLOAD.id)).rejects.toThrow("An item of the workspaces table is corrupt");
  });
});

describe("a table that answers a batch in part", () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region, credentials }));
  const dynamo = mockClient(client);
  const uploads = createUploadsTable(client, TABLE);
  const item = (n: number) => {
    const { id, workspaceId, ...facts } = { ...UPLOAD, id: idOf(n) };
    return { ...facts, id: workspaceId, item: `upload#${id}` };
  };
  const left = { [TABLE]: { Keys: [{ id: WORKSPACE, item: `upload#${idOf(2)}` }] } };

  beforeEach(() => void dynamo.reset());

  test("is asked for the rest", async () => {
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { [TABLE]: [item(1)] }, UnprocessedKeys: left })
      .resolves({ Responses: { [TABLE]: [item(2)] } });
    const found = await uploads.findAll(WORKSPACE, [idOf(1), idOf(2)]);
    expect(found.map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect(dynamo.commandCalls(BatchGetCommand)[1]?.args[0].input.RequestItems).toEqual(left);
  });

  test("is not asked for ever, and what it did not tell is not taken for missing", async () => {
    dynamo.on(BatchGetCommand).resolves({ UnprocessedKeys: left });
    await expect(uploads.findAll(WORKSPACE, [idOf(2)])).rejects.toThrow("unanswered");
    expect(dynamo.commandCalls(BatchGetCommand)).toHaveLength(5);
  });
});
