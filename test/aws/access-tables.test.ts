import { randomUUID } from "node:crypto";
import { BatchGetCommand, DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createApiKeysTable } from "../../aws/api-keys-table.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import type { Workspace } from "../../core/access/workspace.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { START_MS } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const newHash = () => randomUUID().replaceAll("-", "").repeat(2);

describe("items of the access tables", () => {
  let tables: DynamoTables;
  let workspaces: ReturnType<typeof createWorkspacesTable>;

  beforeAll(async () => {
    tables = await startDynamoTables();
    const { Workspaces, ApiKeys } = tables.names;
    workspaces = createWorkspacesTable(tables.client, { workspaces: Workspaces, apiKeys: ApiKeys });
  });
  afterAll(() => tables.close());

  async function createWorkspace(): Promise<Workspace> {
    const key = { hash: newHash(), keyId: randomUUID(), name: "k", scopes: ["admin" as const], createdAtMs: START_MS };
    const workspace = {
      ...{ id: randomUUID(), name: "W", plan: "free", createdAtMs: START_MS },
      ...{ keys: [key], revision: 1 },
    };
    await workspaces.create(workspace);
    return workspace;
  }

  test("replacing a workspace keeps unknown attributes of its profile", async () => {
    const before = await createWorkspace();
    const Item = { ...before, item: "profile", kind: "workspace", other: "kept" };
    await tables.client.send(new PutCommand({ TableName: "Workspaces", Item }));
    await workspaces.replace(before, { ...before, name: "New", revision: 2 });
    const profile = await tables.itemAt("Workspaces", { id: before.id, item: "profile" });
    expect(profile).toMatchObject({ name: "New", other: "kept", kind: "workspace" });
  });

  test("a change of plan keeps the spent credits of a month and the counters of its days", async () => {
    const before = await createWorkspace();
    const key = { id: before.id, item: "month#2026-11" };
    const balance = { granted: 10_000, spent: 5_000, remaining: 5_000, spent1: 5_000 };
    await tables.client.send(new PutCommand({ TableName: "Workspaces", Item: { ...key, ...balance } }));
    const credits = { month: "2026-11", before: 10_000, after: 100 };
    await workspaces.replace(before, { ...before, plan: "free", revision: 2 }, credits);
    const changed = { ...key, ...balance, granted: 100, remaining: -4_900 };
    expect(await tables.itemAt("Workspaces", key)).toMatchObject(changed);
  });

  test("a stored session has a TTL that is rounded up to the next second", async () => {
    const session = { hash: `session#${newHash()}`, keyHash: newHash(), expiresAtMs: START_MS + 1_500 };
    await createApiKeysTable(tables.client, tables.names.ApiKeys).putSession(session);
    const item = await tables.itemAt("ApiKeys", { hash: session.hash });
    expect(item).toEqual({ ...session, expiresAt: START_MS / 1000 + 2 });
  });
});

describe("incomplete batches of the API keys table", () => {
  const address = { hash: `session#${newHash()}`, keyHash: newHash() };
  const unprocessed = (hash: string) => ({ UnprocessedKeys: { ApiKeys: { Keys: [{ hash }] } } });
  const record = {
    ...{ hash: address.keyHash, keyId: randomUUID(), workspaceId: randomUUID(), name: "k" },
    ...{ scopes: ["render"], plan: "free", createdAtMs: START_MS },
  };
  const session = { ...address, expiresAtMs: START_MS };

  test("finding a session reads unprocessed keys again, and all of these reads are consistent", async () => {
    const dynamo = mockClient(DynamoDBDocumentClient);
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { ApiKeys: [session] }, ...unprocessed(address.keyHash) })
      .resolves({ Responses: { ApiKeys: [record] } });
    expect(await createApiKeysTable(createDocumentClient(), "ApiKeys").findSession(address)).toBeDefined();
    const requests = dynamo.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.ApiKeys);
    expect(requests).toEqual([
      { Keys: [{ hash: address.hash }, { hash: address.keyHash }], ConsistentRead: true },
      { Keys: [{ hash: address.keyHash }], ConsistentRead: true },
    ]);
    dynamo.restore();
  });

  test("finding a session throws if the batch stays incomplete, and never returns a missing session", async () => {
    const dynamo = mockClient(DynamoDBDocumentClient);
    dynamo.on(BatchGetCommand).resolves(unprocessed(address.hash));
    const found = createApiKeysTable(createDocumentClient(), "ApiKeys").findSession(address);
    await expect(found).rejects.toThrow("incomplete batch");
    dynamo.restore();
  });
});
