import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createUploadsTable } from "../../aws/uploads-table.js";
import type { Upload } from "../../core/uploads/upload.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { START_MS, WORKSPACE } from "../support/render-fixture.js";

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

describe("items of uploads", () => {
  let tables: DynamoTables;
  beforeAll(async () => {
    tables = await startDynamoTables();
  });
  afterAll(() => tables.close());

  test("an announcement has a TTL until it is finalized", async () => {
    const uploads = createUploadsTable(tables.client, TABLE);
    const key = { id: WORKSPACE, item: `upload#${UPLOAD.id}` };
    await uploads.announce(UPLOAD, START_MS + 500);
    expect(await tables.itemAt(TABLE, key)).toMatchObject({ expiresAt: START_MS / 1000 + 1 });
    await uploads.finalize({ ...UPLOAD, state: "ready" });
    expect(await tables.itemAt(TABLE, key)).not.toHaveProperty("expiresAt");
  });

  test("a corrupt item is an error and never looks like a missing upload", async () => {
    const uploads = createUploadsTable(tables.client, TABLE);
    const id = randomUUID();
    const Item = { id: WORKSPACE, item: `upload#${id}`, state: "lost" };
    await tables.client.send(new PutCommand({ TableName: TABLE, Item }));
    await expect(uploads.find(WORKSPACE, id)).rejects.toThrow("An item of the workspaces table is corrupt");
  });
});

describe("incomplete batches of uploads", () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
  const dynamo = mockClient(client);
  const uploads = createUploadsTable(client, TABLE);
  const itemOf = (n: number) => {
    const { id, workspaceId, ...facts } = { ...UPLOAD, id: idOf(n) };
    return { ...facts, id: workspaceId, item: `upload#${id}` };
  };
  const unprocessed = { [TABLE]: { Keys: [{ id: WORKSPACE, item: `upload#${idOf(2)}` }] } };

  beforeEach(() => void dynamo.reset());

  test("reading many uploads reads unprocessed keys again", async () => {
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { [TABLE]: [itemOf(1)] }, UnprocessedKeys: unprocessed })
      .resolves({ Responses: { [TABLE]: [itemOf(2)] } });
    const found = await uploads.findAll(WORKSPACE, [idOf(1), idOf(2)]);
    expect(found.map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect(dynamo.commandCalls(BatchGetCommand)[1]?.args[0].input.RequestItems).toEqual(unprocessed);
  });

  test("reading many uploads throws after five incomplete batches, and never returns missing uploads", async () => {
    dynamo.on(BatchGetCommand).resolves({ UnprocessedKeys: unprocessed });
    await expect(uploads.findAll(WORKSPACE, [idOf(2)])).rejects.toThrow("incomplete batch");
    expect(dynamo.commandCalls(BatchGetCommand)).toHaveLength(5);
  });
});
