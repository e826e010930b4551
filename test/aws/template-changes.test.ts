import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { updateTemplate } from "../../core/templates/update-template.js";
import { DOCUMENT, START_MS, WORKSPACE } from "../support/render-fixture.js";
import { changed, createInMemoryDocuments, startTables, TABLE, type Tables, template } from "./template-tables.js";

let tables: Tables;
let store: Tables["store"];

beforeAll(async () => {
  tables = await startTables();
  ({ store } = tables);
});

afterAll(() => tables.close());

describe("a change of the head", () => {
  test("takes out what the template has no longer, and leaves attributes that it does not know", async () => {
    const mine = template({ description: "For concerts", projectId: randomUUID() });
    await store.create(mine);
    const { id } = mine.head;
    const names = { TableName: TABLE, Key: { id, version: 0 } };
    await tables.client.send(
      new UpdateCommand({ ...names, UpdateExpression: "SET extra = :x", ExpressionAttributeValues: { ":x": 7 } }),
    );
    const head = { ...template().head, id, name: "Ticket", revision: 2 };
    expect(await store.update(head, 1)).toBe(true);
    expect((await store.find(WORKSPACE, id, "highest"))?.head).toEqual(head);
    expect(await tables.itemAt(id, 0)).toMatchObject({ extra: 7, highest: { document: mine.version.document } });
  });

  test("of another revision than the expected one is refused with the version that it brings", async () => {
    const mine = template();
    await store.create(mine);
    const next = changed(mine, "{}");
    expect(await store.update(next.head, 7, next.version)).toBe(false);
    expect(await store.findVersion(WORKSPACE, mine.head.id, 2)).toBeUndefined();
    expect(await store.find(WORKSPACE, mine.head.id, "highest")).toEqual(mine);
  });

  test("of a deleted template is refused", async () => {
    const mine = template();
    await store.create(mine);
    await store.remove(WORKSPACE, mine.head.id, { nowMs: START_MS, forgetAtMs: START_MS });
    // Even one that guesses the revision that the deletion has made.
    for (const expected of [1, 2]) expect(await store.update({ ...mine.head, name: "Back" }, expected)).toBe(false);
  });

  test("loses to one that came first: of ten at once, without If-Match, each makes its version", async () => {
    const mine = template();
    await store.create(mine);
    const { id } = mine.head;
    const deps = { templates: store, projects: tables.projects, checkUploads: async () => [], now: () => START_MS };
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        updateTemplate(deps, WORKSPACE, id, undefined, { document: { ...DOCUMENT, width: 500 + index } }),
      ),
    );
    expect(made.map(({ version }) => version.version).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    for (const { version } of made) {
      expect((await store.find(WORKSPACE, id, version.version))?.version.document).toBe(version.document);
    }
    expect((await store.find(WORKSPACE, id, "highest"))?.head).toMatchObject({ highestVersion: 11, revision: 11 });
  });

  test("loses to one that came first: of two at once with If-Match, one is refused", async () => {
    const mine = template();
    await store.create(mine);
    const deps = { templates: store, projects: tables.projects, checkUploads: async () => [], now: () => START_MS };
    const put = (width: number) =>
      updateTemplate(deps, WORKSPACE, mine.head.id, '"1"', { document: { ...DOCUMENT, width } });
    const outcomes = await Promise.allSettled([put(500), put(501)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "PRECONDITION_FAILED" },
    });
    expect(await store.listVersions(WORKSPACE, mine.head.id, 10)).toHaveLength(2);
  });
});

describe("the table, played", () => {
  const mine = template();
  const cancelled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: "cancelled",
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });

  function failing() {
    const dynamo = mockClient(DynamoDBDocumentClient);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
    return { dynamo, table: createTemplatesTable(client, TABLE, createInMemoryDocuments()) };
  }

  test("a find takes one call, whichever version it is for", async () => {
    const { dynamo, table } = failing();
    const { name, document, createdAtMs } = mine.version;
    const content = { name, document, createdAtMs, documentBytes: document.length };
    const head = { ...mine.head, version: 0, highest: content };
    const first = { id: mine.head.id, workspaceId: WORKSPACE, version: 1, ...content };
    dynamo.on(GetCommand).resolves({ Item: head });
    dynamo.on(BatchGetCommand).resolves({ Responses: { [TABLE]: [first, head] } });
    for (const version of ["highest", 1] as const) {
      dynamo.resetHistory();
      expect(await table.find(WORKSPACE, mine.head.id, version)).toEqual(mine);
      expect(dynamo.calls()).toHaveLength(1);
    }
    dynamo.restore();
  });

  test("a transaction at work on the same items is waited for, a condition that failed is a lost race", async () => {
    const { dynamo, table } = failing();
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled("None", "TransactionConflict"))
      .rejectsOnce(cancelled("None", "ThrottlingError"))
      .resolvesOnce({})
      .rejectsOnce(cancelled("ConditionalCheckFailed", "TransactionConflict"));
    expect(await table.update(mine.head, 1, mine.version)).toBe(true);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(3);
    expect(await table.update(mine.head, 1, mine.version)).toBe(false);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(4);
    dynamo.restore();
  });

  test("keys that a batch left unread are read again, and not for ever", async () => {
    const { dynamo, table } = failing();
    const unread = { Responses: { [TABLE]: [] }, UnprocessedKeys: { [TABLE]: { Keys: [{ id: "x", version: 0 }] } } };
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce(unread)
      .resolves({ Responses: { [TABLE]: [] } });
    expect(await table.find(WORKSPACE, mine.head.id, 1)).toBeUndefined();
    expect(dynamo.commandCalls(BatchGetCommand)).toHaveLength(2);
    dynamo.on(BatchGetCommand).resolves(unread);
    await expect(table.find(WORKSPACE, mine.head.id, 1)).rejects.toThrow(/keeps answering a part/);
    dynamo.restore();
  });

  test("a corrupt item is never taken for a missing one", async () => {
    const { dynamo, table } = failing();
    dynamo.on(GetCommand).resolves({ Item: { ...mine.head, version: 0 } });
    await expect(table.find(WORKSPACE, mine.head.id, "highest")).rejects.toThrow(
      /templates table is corrupt[\s\S]*highest/,
    );
    dynamo.on(GetCommand).resolves({ Item: { ...mine.version, document: undefined, documentBytes: 2 } });
    await expect(table.findVersion(WORKSPACE, mine.head.id, 1)).rejects.toThrow(/templates table is corrupt/);
    dynamo.on(QueryCommand).resolves({ Items: [{ id: "x" }] });
    await expect(table.listPage(WORKSPACE, 1, undefined)).rejects.toThrow(/templates table is corrupt/);
    dynamo.restore();
  });
});
