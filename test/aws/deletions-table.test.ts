import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createDeletionsTable } from "../../aws/deletions-table.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import type { Deletion } from "../../core/access/deletion/deletion.js";
import type { Workspace } from "../../core/access/workspace.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { START_MS } from "../support/render-fixture.js";

let tables: DynamoTables;
beforeAll(async () => {
  tables = await startDynamoTables();
});
afterAll(() => tables.close());

const deletion: Deletion = {
  ...{ startedAtMs: START_MS, keyHashes: ["h"], keyIds: [randomUUID()], pass: 1, kind: 0, removed: 0, left: 0 },
  dueAtMs: START_MS,
};
const stores = () => {
  const names = { workspaces: "Workspaces", apiKeys: "ApiKeys" };
  return {
    deletions: createDeletionsTable(tables.client, names),
    workspaces: createWorkspacesTable(tables.client, names),
  };
};
async function createWorkspace(createdAtMs = START_MS): Promise<Workspace> {
  const hash = randomUUID().replaceAll("-", "").repeat(2);
  const key = { hash, keyId: randomUUID(), name: "k", scopes: ["admin" as const], createdAtMs };
  const workspace = { id: randomUUID(), name: "W", plan: "free", createdAtMs, keys: [key], revision: 1 };
  await stores().workspaces.create(workspace);
  return workspace;
}

test("a started deletion removes the keys, and moves the workspace to the list of deletions", async () => {
  const { deletions, workspaces } = stores();
  const before = await createWorkspace();
  expect(await deletions.start(before, deletion)).toBe(true);
  const after = { ...before, keys: [], revision: 2, deletion };
  expect(await workspaces.find(before.id)).toEqual(after);
  expect(await tables.itemAt("ApiKeys", { hash: before.keys[0]?.hash })).toBeUndefined();
  expect((await workspaces.list()).map(({ id }) => id)).not.toContain(before.id);
  expect(await deletions.list()).toContainEqual(after);
});

test("a deletion of a workspace that has changed does not start, and its keys stay", async () => {
  const { deletions, workspaces } = stores();
  const before = await createWorkspace();
  await workspaces.replace(before, { ...before, name: "New", revision: 2 });
  expect(await deletions.start(before, deletion)).toBe(false);
  expect(await tables.itemAt("ApiKeys", { hash: before.keys[0]?.hash })).toBeDefined();
  expect((await workspaces.find(before.id))?.deletion).toBeUndefined();
});

test("progress is saved once for each revision, so that two runs do not overwrite each other", async () => {
  const { deletions, workspaces } = stores();
  const before = await createWorkspace();
  await deletions.start(before, deletion);
  const started = { ...before, keys: [], revision: 2, deletion };
  expect(await deletions.save(started, { ...deletion, removed: 7 })).toBe(true);
  expect(await deletions.save(started, { ...deletion, removed: 9 })).toBe(false);
  expect(await workspaces.find(before.id)).toMatchObject({ revision: 3, deletion: { removed: 7 } });
});

test("deletions are listed oldest first, until they are finished", async () => {
  const { deletions, workspaces } = stores();
  const [late, early] = [await createWorkspace(START_MS - 1_000), await createWorkspace(START_MS - 2_000)];
  for (const workspace of [late, early]) await deletions.start(workspace, deletion);
  const listed = async () => (await deletions.list()).map(({ id }) => id);
  expect((await listed()).slice(0, 2)).toEqual([early.id, late.id]);
  await deletions.finish(early.id);
  expect(await listed()).not.toContain(early.id);
  expect(await workspaces.find(early.id)).toBeUndefined();
});

test("an entry of the index whose workspace is already removed is left out", async () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
  const dynamo = mockClient(client);
  dynamo.on(QueryCommand).resolves({ Items: [{ id: "gone" }] });
  dynamo.on(GetCommand).resolves({});
  expect(await createDeletionsTable(client, { workspaces: "Workspaces", apiKeys: "ApiKeys" }).list()).toEqual([]);
});
