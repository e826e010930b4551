import { randomUUID } from "node:crypto";
import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createProjectsTable } from "../../aws/projects-table.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { createInMemoryDocuments } from "../support/in-memory-buckets.js";
import { START_MS, WORKSPACE } from "../support/render-fixture.js";
import { nextVersion, sampleTemplate } from "../support/template-samples.js";

const TABLE = "Templates";

describe("items of the templates table", () => {
  let tables: DynamoTables;
  const documents = createInMemoryDocuments();
  const templates = () => createTemplatesTable(tables.client, TABLE, documents);
  const itemAt = (id: string, version: number) => tables.itemAt(TABLE, { id, version });

  beforeAll(async () => {
    tables = await startDynamoTables();
  });
  afterAll(() => tables.close());

  test("a document of 2 MB is stored in the bucket, not in the items", async () => {
    const template = sampleTemplate({}, JSON.stringify({ text: "ä".repeat(1_000_000) }));
    await templates().create(template);
    const [head, version] = [await itemAt(template.head.id, 0), await itemAt(template.head.id, 1)];
    expect(head?.["highest"]).toMatchObject({ documentKey: version?.["documentKey"], documentBytes: 2_000_011 });
    expect(head?.["highest"]).not.toHaveProperty("document");
    expect(version).not.toHaveProperty("document");
    expect(documents.stored.get(String(version?.["documentKey"]))).toBe(template.version.document);
  });

  test.each([undefined, 1, 2] as const)("a version with the edition %s is read as it was stored", async (edition) => {
    const sample = sampleTemplate();
    const version = { ...sample.version, ...(edition !== undefined && { edition }) };
    await templates().create({ ...sample, version });
    expect(await templates().find(WORKSPACE, sample.head.id, "highest")).toEqual({ ...sample, version });
    expect(await templates().findVersion(WORKSPACE, sample.head.id, 1)).toEqual(version);
  });

  test("a document of exactly 200 KB is stored in the items", async () => {
    const text = (character: string) => JSON.stringify(character.repeat(200 * 1024 - 2));
    const template = sampleTemplate({ description: "ä".repeat(2000) }, text("x"));
    const before = documents.stored.size;
    await templates().create(template);
    const next = nextVersion(template, text("y"));
    expect(await templates().update(next.head, 1, next.version)).toBe(true);
    expect(documents.stored.size).toBe(before);
    expect(await itemAt(template.head.id, 2)).toMatchObject({ document: text("y") });
  });

  test("an update keeps unknown attributes of the head and its copy of the highest version", async () => {
    const template = sampleTemplate();
    const { id } = template.head;
    await templates().create(template);
    const extra = { UpdateExpression: "SET extra = :x", ExpressionAttributeValues: { ":x": 7 } };
    await tables.client.send(new UpdateCommand({ TableName: TABLE, Key: { id, version: 0 }, ...extra }));
    expect(await templates().update({ ...template.head, name: "Ticket", revision: 2 }, 1)).toBe(true);
    const { document } = template.version;
    expect(await itemAt(id, 0)).toMatchObject({ name: "Ticket", extra: 7, highest: { document } });
  });

  test("a deletion sets a TTL on the versions, and removes the copy of the highest version from the head", async () => {
    const { id } = await createDeleted();
    const expiresAt = Math.ceil((START_MS + 1_234_567) / 1000);
    for (const version of [1, 2]) expect(await itemAt(id, version)).toMatchObject({ expiresAt });
    const head = await itemAt(id, 0);
    expect(head).not.toHaveProperty("highest");
    expect(head).not.toHaveProperty("expiresAt");
  });

  test("repeating a deletion that was interrupted before the documents in the bucket expired expires them", async () => {
    const large = sampleTemplate({}, JSON.stringify({ text: "x".repeat(300_000) }));
    const { id, workspaceId } = large.head;
    await templates().create(large);
    const { documentKey } = (await itemAt(id, 1)) ?? {};
    const failing = { ...documents, expire: () => Promise.reject(new Error("S3 does not respond.")) };
    const times = { nowMs: START_MS, forgetAtMs: START_MS + 5000 };
    const removal = createTemplatesTable(tables.client, TABLE, failing).remove(workspaceId, id, times);
    await expect(removal).rejects.toThrow("S3 does not respond.");
    expect(await templates().remove(workspaceId, id, { ...times, nowMs: START_MS + 1 })).toBe(false);
    expect([...documents.expiring]).toEqual([documentKey]);
    expect(await itemAt(id, 1)).toHaveProperty("expiresAt");
  });

  test("repeating an interrupted deletion sets the missing TTLs and keeps the others", async () => {
    const { id, workspaceId } = await createDeleted();
    const clear = { TableName: TABLE, Key: { id, version: 1 }, UpdateExpression: "REMOVE expiresAt" };
    await tables.client.send(new UpdateCommand(clear));
    const times = { nowMs: START_MS + 5, forgetAtMs: START_MS + 5000 };
    expect(await templates().remove(workspaceId, id, times)).toBe(false);
    expect(await itemAt(id, 1)).toMatchObject({ expiresAt: (START_MS + 5000) / 1000 });
    expect(await itemAt(id, 2)).toMatchObject({ expiresAt: Math.ceil((START_MS + 1_234_567) / 1000) });
  });

  test("a deletion with the same time returns true again, because the SDK repeats it after a lost response", async () => {
    const { id, workspaceId } = await createDeleted();
    const times = { nowMs: START_MS, forgetAtMs: START_MS + 1_234_567 };
    expect(await templates().remove(workspaceId, id, times)).toBe(true);
  });

  test("deleting an unknown template or another workspace's template writes nothing", async () => {
    const times = { nowMs: START_MS, forgetAtMs: START_MS };
    const template = sampleTemplate();
    await templates().create(template);
    const unknown = randomUUID();
    await templates().remove(WORKSPACE, unknown, times);
    await templates().remove(randomUUID(), template.head.id, times);
    expect(await itemAt(unknown, 0)).toBeUndefined();
    expect(await itemAt(template.head.id, 1)).not.toHaveProperty("expiresAt");
  });

  test("the list of projects contains no other items of the workspace", async () => {
    const workspaceId = randomUUID();
    const projects = createProjectsTable(tables.client, "Workspaces");
    const project = { id: randomUUID(), workspaceId, name: "Spring", createdAtMs: START_MS };
    await projects.put(project);
    for (const item of ["profile", "projector", "upload#1"]) {
      await tables.client.send(new PutCommand({ TableName: "Workspaces", Item: { id: workspaceId, item } }));
    }
    expect(await projects.list(workspaceId)).toEqual([project]);
  });

  async function createDeleted() {
    const template = sampleTemplate();
    const { id, workspaceId } = template.head;
    await templates().create(template);
    const next = nextVersion(template, "{}");
    await templates().update(next.head, 1, next.version);
    await templates().remove(workspaceId, id, { nowMs: START_MS, forgetAtMs: START_MS + 1_234_567 });
    return { id, workspaceId };
  }
});

describe("calls of the templates table", () => {
  const template = sampleTemplate();
  const { id } = template.head;
  const canceled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: "canceled",
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });

  function createMocked() {
    const dynamo = mockClient(DynamoDBDocumentClient);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
    return { dynamo, table: createTemplatesTable(client, TABLE, createInMemoryDocuments()) };
  }

  test("finding a template takes one call, whichever version is requested", async () => {
    const { dynamo, table } = createMocked();
    const { name, document, createdAtMs } = template.version;
    const content = { name, document, createdAtMs, documentBytes: document.length };
    const head = { ...template.head, version: 0, highest: content };
    const first = { id, workspaceId: WORKSPACE, version: 1, ...content };
    dynamo.on(GetCommand).resolves({ Item: head });
    dynamo.on(BatchGetCommand).resolves({ Responses: { [TABLE]: [first, head] } });
    for (const version of ["highest", 1] as const) {
      dynamo.resetHistory();
      expect(await table.find(WORKSPACE, id, version)).toEqual(template);
      expect(dynamo.calls()).toHaveLength(1);
    }
    dynamo.restore();
  });

  test("updating a template retries transaction conflicts, and returns false for a failed condition", async () => {
    const { dynamo, table } = createMocked();
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(canceled("None", "TransactionConflict"))
      .rejectsOnce(canceled("None", "ThrottlingError"))
      .resolvesOnce({})
      .rejectsOnce(canceled("ConditionalCheckFailed", "TransactionConflict"));
    expect(await table.update(template.head, 1, template.version)).toBe(true);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(3);
    expect(await table.update(template.head, 1, template.version)).toBe(false);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(4);
    dynamo.restore();
  });

  test("finding a template reads unprocessed keys again, and throws if the batch stays incomplete", async () => {
    const { dynamo, table } = createMocked();
    const incomplete = {
      Responses: { [TABLE]: [] },
      UnprocessedKeys: { [TABLE]: { Keys: [{ id: "x", version: 0 }] } },
    };
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce(incomplete)
      .resolves({ Responses: { [TABLE]: [] } });
    expect(await table.find(WORKSPACE, id, 1)).toBeUndefined();
    expect(dynamo.commandCalls(BatchGetCommand)).toHaveLength(2);
    dynamo.on(BatchGetCommand).resolves(incomplete);
    await expect(table.find(WORKSPACE, id, 1)).rejects.toThrow(/incomplete batch/);
    dynamo.restore();
  });

  test("a corrupt item is an error and never looks like a missing template", async () => {
    const { dynamo, table } = createMocked();
    dynamo.on(GetCommand).resolves({ Item: { ...template.head, version: 0 } });
    await expect(table.find(WORKSPACE, id, "highest")).rejects.toThrow(/templates table is corrupt[\s\S]*highest/);
    dynamo.on(GetCommand).resolves({ Item: { ...template.version, document: undefined, documentBytes: 2 } });
    await expect(table.findVersion(WORKSPACE, id, 1)).rejects.toThrow(/templates table is corrupt/);
    dynamo.on(QueryCommand).resolves({ Items: [{ id: "x" }] });
    await expect(table.listPage(WORKSPACE, 1, undefined)).rejects.toThrow(/templates table is corrupt/);
    dynamo.restore();
  });
});
