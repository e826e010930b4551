import { randomUUID } from "node:crypto";
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createApiKeysTable } from "../../aws/api-keys-table.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import { createKey } from "../../core/access/create-key.js";
import { revokeKey } from "../../core/access/revoke-key.js";
import type { KeyEntry, Workspace } from "../../core/access/workspace.js";
import { type AccessTables, startAccessTables, TABLES } from "../support/access-tables.js";
import { START_MS } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
let tables: AccessTables;
let workspaces: ReturnType<typeof createWorkspacesTable>;
let apiKeys: ReturnType<typeof createApiKeysTable>;

beforeAll(async () => {
  tables = await startAccessTables();
  workspaces = createWorkspacesTable(tables.client, TABLES);
  apiKeys = createApiKeysTable(tables.client, TABLES.apiKeys);
});

afterAll(() => tables.close());

const hexOf = () => randomUUID().replaceAll("-", "").repeat(2);
const key = (): KeyEntry => ({
  hash: hexOf(),
  keyId: randomUUID(),
  name: "k",
  scopes: ["admin"],
  createdAtMs: START_MS,
});

/** A workspace that is stored, with as many keys. */
async function stored(keyCount = 1, change: Partial<Workspace> = {}): Promise<Workspace> {
  const keys = Array.from({ length: keyCount }, key);
  const common = { name: "W", plan: "free", createdAtMs: START_MS, revision: 1 };
  const workspace = { ...common, id: randomUUID(), keys, ...change };
  expect(await workspaces.create(workspace)).toBe(true);
  return workspace;
}

async function itemOf(id: string, item: string): Promise<unknown> {
  const { Item } = await tables.client.send(new GetCommand({ TableName: TABLES.workspaces, Key: { id, item } }));
  return Item;
}

describe("a stored workspace", () => {
  test("is found as it was stored, and its keys by their hashes", async () => {
    const workspace = await stored(2);
    expect(await workspaces.find(workspace.id)).toEqual(workspace);
    for (const entry of workspace.keys) {
      const record = { ...entry, workspaceId: workspace.id, plan: "free" };
      expect(await apiKeys.findByHash(entry.hash)).toEqual(record);
    }
    expect(await workspaces.find(randomUUID())).toBeUndefined();
    expect(await apiKeys.findByHash(hexOf())).toBeUndefined();
  });

  test("is not stored again over what became of it, nor are its keys", async () => {
    const workspace = await stored();
    await workspaces.replace(workspace, { ...workspace, name: "New", keys: [], revision: 2 });
    expect(await workspaces.create(workspace)).toBe(false);
    expect(await workspaces.find(workspace.id)).toMatchObject({ name: "New" });
    expect(await apiKeys.findByHash(workspace.keys[0]?.hash ?? "")).toBeUndefined();
  });

  test("stands in the list, the oldest first", async () => {
    const later = await stored(1, { createdAtMs: START_MS + 1 });
    const sooner = await stored(1, { createdAtMs: START_MS - 1 });
    const list = await workspaces.list();
    const ids = list.map(({ id }) => id);
    expect(ids.indexOf(sooner.id)).toBe(0);
    expect(ids.indexOf(later.id)).toBe(ids.length - 1);
    expect(list.at(-1)).toEqual({ id: later.id, name: "W", plan: "free", createdAtMs: START_MS + 1 });
  });
});

describe("changing a workspace", () => {
  test("takes records with it: new ones appear, removed ones go, kept ones take the new plan", async () => {
    const before = await stored(2);
    const [kept, removed] = before.keys as [KeyEntry, KeyEntry];
    const added = key();
    const after = { ...before, plan: "team", keys: [kept, added], revision: 2 };
    expect(await workspaces.replace(before, after)).toBe(true);
    expect(await workspaces.find(before.id)).toEqual(after);
    expect(await apiKeys.findByHash(removed.hash)).toBeUndefined();
    for (const { hash } of [kept, added]) expect(await apiKeys.findByHash(hash)).toMatchObject({ plan: "team" });
  });

  test("changes nothing at all when another change came first", async () => {
    const before = await stored();
    await workspaces.replace(before, { ...before, name: "First", revision: 2 });
    const second = { ...before, name: "Second", plan: "team", keys: [...before.keys, key()], revision: 2 };
    expect(await workspaces.replace(before, second, { month: "2026-11", before: 100, after: 200 })).toBe(false);
    expect(await workspaces.find(before.id)).toMatchObject({ name: "First", plan: "free" });
    expect(await apiKeys.findByHash(before.keys[0]?.hash ?? "")).toMatchObject({ plan: "free" });
    expect(await apiKeys.findByHash(second.keys[1]?.hash ?? "")).toBeUndefined();
    expect(await itemOf(before.id, "month#2026-11")).toBeUndefined();
  });

  test("of fifty keys to another plan is one transaction", async () => {
    const before = await stored(50);
    expect(await workspaces.replace(before, { ...before, plan: "team", revision: 2 })).toBe(true);
    expect(await apiKeys.findByHash(before.keys.at(-1)?.hash ?? "")).toMatchObject({ plan: "team" });
  });

  test("leaves alone what others keep in its profile", async () => {
    const before = await stored();
    const Item = { ...before, item: "profile", kind: "workspace", secret: "kept" };
    await tables.client.send(new PutCommand({ TableName: TABLES.workspaces, Item }));
    await workspaces.replace(before, { ...before, name: "New", revision: 2 });
    expect(await itemOf(before.id, "profile")).toMatchObject({ name: "New", secret: "kept", kind: "workspace" });
  });

  test("fails loudly when the record of a listed key is missing, and makes none up", async () => {
    const before = await stored();
    const ghost = key();
    const withGhost = { ...before, keys: [...before.keys, ghost] };
    const moved = workspaces.replace(withGhost, { ...withGhost, plan: "team", revision: 2 });
    await expect(moved).rejects.toThrow("records that a workspace lists");
    expect(await apiKeys.findByHash(ghost.hash)).toBeUndefined();
  });
});

describe("keys that are made and revoked at the same time", () => {
  test("leave a workspace that lists exactly the records that there are", async () => {
    const { id, keys } = await stored();
    const caller = { workspaceId: id, keyId: keys[0]?.keyId ?? "", scopes: ["admin" as const] };
    const dependencies = { workspaces, now: () => START_MS, newId: randomUUID };
    const make = () => createKey(dependencies, caller, { name: "CI", scopes: ["render"] });
    const first = await Promise.all([make(), make(), make()]);
    const revoke = first.map(({ entry }) => revokeKey(workspaces, caller, entry.keyId));
    const [second, third] = await Promise.all([make(), make(), ...revoke]);
    const listed = (await workspaces.find(id))?.keys.map(({ hash }) => hash);
    expect(new Set(listed)).toEqual(new Set([keys[0]?.hash, second.entry.hash, third.entry.hash]));
    for (const hash of listed ?? []) expect(await apiKeys.findByHash(hash)).toBeDefined();
    for (const { entry } of first) expect(await apiKeys.findByHash(entry.hash)).toBeUndefined();
  });
});

describe("the balance of a month that changes its plan", () => {
  test.each<[string, object | undefined, { before: number; after: number }, object]>([
    [
      "opens with what the new plan grants",
      undefined,
      { before: 100, after: 10_000 },
      { granted: 10_000, spent: 0, remaining: 10_000 },
    ],
    [
      "rises by the difference and keeps what was spent",
      { granted: 100, spent: 30, remaining: 70, days: { "01": 30 } },
      { before: 100, after: 10_000 },
      { granted: 10_000, spent: 30, remaining: 9_970, days: { "01": 30 } },
    ],
    [
      "falls below nothing when more was spent than the new plan grants",
      { granted: 10_000, spent: 5_000, remaining: 5_000 },
      { before: 10_000, after: 100 },
      { granted: 100, spent: 5_000, remaining: -4_900 },
    ],
  ])("%s", async (_what, balance, change, expected) => {
    const before = await stored();
    const at = { id: before.id, item: "month#2026-11" };
    if (balance !== undefined) {
      await tables.client.send(new PutCommand({ TableName: TABLES.workspaces, Item: { ...at, ...balance } }));
    }
    await workspaces.replace(before, { ...before, plan: "team", revision: 2 }, { month: "2026-11", ...change });
    expect(await itemOf(before.id, at.item)).toEqual({ ...at, ...expected });
  });
});

describe("a stored session", () => {
  async function started() {
    const workspace = await stored(2);
    const [own, other] = workspace.keys as [KeyEntry, KeyEntry];
    const session = { hash: `session#${hexOf()}`, keyHash: own.hash, expiresAtMs: START_MS + 1_500 };
    await apiKeys.putSession(session);
    return { workspace, own, other, session };
  }

  test("is found with its key, and expires from the table by itself", async () => {
    const { workspace, own, session } = await started();
    const found = await apiKeys.findSession(session);
    expect(found).toEqual({ session, key: { ...own, workspaceId: workspace.id, plan: "free" } });
    const { Item } = await tables.client.send(
      new GetCommand({ TableName: TABLES.apiKeys, Key: { hash: session.hash } }),
    );
    expect(Item).toEqual({ ...session, expiresAt: START_MS / 1000 + 2 });
  });

  test("is none with another key than its own, without its key, or once it is deleted", async () => {
    const { workspace, own, other, session } = await started();
    expect(await apiKeys.findSession({ ...session, keyHash: other.hash })).toBeUndefined();
    expect(await apiKeys.findSession({ ...session, hash: `session#${hexOf()}` })).toBeUndefined();
    const without = { ...workspace, keys: [other], revision: 2 };
    await workspaces.replace(workspace, without);
    expect(await apiKeys.findSession(session)).toBeUndefined();
    await workspaces.replace(without, { ...workspace, keys: [other, own], revision: 3 });
    expect(await apiKeys.findSession(session)).toBeDefined();
    await apiKeys.deleteSession(session.hash);
    await apiKeys.deleteSession(session.hash);
    expect(await apiKeys.findSession(session)).toBeUndefined();
  });
});

describe("reading a session from a table that is short of capacity", () => {
  const address = { hash: `session#${hexOf()}`, keyHash: hexOf() };
  const unanswered = (hash: string) => ({ UnprocessedKeys: { ApiKeys: { Keys: [{ hash }] } } });
  const record = {
    ...{ hash: address.keyHash, keyId: randomUUID(), workspaceId: randomUUID(), name: "k" },
    ...{ scopes: ["render"], plan: "free", createdAtMs: START_MS },
  };
  const session = { ...address, expiresAtMs: START_MS };

  test("asks again for what was left out, consistently each time", async () => {
    const dynamo = mockClient(DynamoDBDocumentClient);
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { ApiKeys: [session] }, ...unanswered(address.keyHash) })
      .resolves({ Responses: { ApiKeys: [record] } });
    expect(await createApiKeysTable(createDocumentClient(), "ApiKeys").findSession(address)).toBeDefined();
    const requests = dynamo.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.ApiKeys);
    expect(requests).toEqual([
      { Keys: [{ hash: address.hash }, { hash: address.keyHash }], ConsistentRead: true },
      { Keys: [{ hash: address.keyHash }], ConsistentRead: true },
    ]);
    dynamo.restore();
  });

  test("is a fault in the end, never a session that is not there", async () => {
    const dynamo = mockClient(DynamoDBDocumentClient);
    dynamo.on(BatchGetCommand).resolves(unanswered(address.hash));
    const found = createApiKeysTable(createDocumentClient(), "ApiKeys").findSession(address);
    await expect(found).rejects.toThrow("unanswered");
    dynamo.restore();
  });
});
