import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createApiKeysTable, createSessionLinks } from "../../aws/api-keys-table.js";
import { createBalances } from "../../aws/balances.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import type { ApiKeyStore } from "../../core/access/authenticate.js";
import { createKey } from "../../core/access/create-key.js";
import type { KeyListStore } from "../../core/access/list-keys.js";
import type { KeyUseStore } from "../../core/access/note-use.js";
import { revokeKey } from "../../core/access/revoke-key.js";
import type { SessionStore } from "../../core/access/session.js";
import type { SessionLinkStore } from "../../core/access/session-link.js";
import type { KeyEntry, Workspace, WorkspaceStore } from "../../core/access/workspace.js";
import type { BalanceStore } from "../../core/billing/month-balance.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryAccess } from "../support/in-memory-access.js";
import { START_MS } from "../support/render-fixture.js";

interface Stores {
  readonly workspaces: WorkspaceStore;
  readonly apiKeys: ApiKeyStore & SessionStore & KeyUseStore & KeyListStore;
  readonly links: SessionLinkStore;
  readonly balances: BalanceStore;
}

const newHash = () => randomUUID().replaceAll("-", "").repeat(2);
const newKey = (): KeyEntry => ({
  hash: newHash(),
  keyId: randomUUID(),
  name: "k",
  scopes: ["admin"],
  createdAtMs: START_MS,
});

describeOnTables<Stores>(
  "workspaces, API keys, and sessions",
  {
    inMemory: createInMemoryAccess,
    adapter: ({ client, names }) => ({
      workspaces: createWorkspacesTable(client, { workspaces: names.Workspaces, apiKeys: names.ApiKeys }),
      apiKeys: createApiKeysTable(client, names.ApiKeys),
      links: createSessionLinks(client, names.ApiKeys),
      balances: createBalances(client, names.Workspaces),
    }),
  },
  (stores) => {
    async function create(keyCount = 1, more: Partial<Workspace> = {}): Promise<Workspace> {
      const keys = Array.from({ length: keyCount }, newKey);
      const common = { name: "W", plan: "free", createdAtMs: START_MS, revision: 1 };
      const workspace = { ...common, id: randomUUID(), keys, ...more };
      expect(await stores().workspaces.create(workspace)).toBe(true);
      return workspace;
    }

    test("a use of a key is recorded only if the last record is old, and creates no record of a revoked key", async () => {
      const { keys } = await create();
      const hash = keys[0]?.hash ?? "";
      const { apiKeys } = stores();
      const lastUsed = async () => (await apiKeys.readKeys([hash]))[0]?.lastUsedAtMs;
      expect(await lastUsed()).toBeUndefined();
      await apiKeys.recordUse(hash, START_MS, START_MS - 100);
      await apiKeys.recordUse(hash, START_MS + 50, START_MS - 50);
      expect(await lastUsed()).toBe(START_MS);
      await apiKeys.recordUse(hash, START_MS + 100, START_MS);
      expect(await lastUsed()).toBe(START_MS + 100);
      const unknown = newHash();
      await apiKeys.recordUse(unknown, START_MS, 0);
      expect(await apiKeys.readKeys([hash, unknown])).toHaveLength(1);
      expect(await apiKeys.findByHash(unknown)).toBeUndefined();
    });

    test("a change of plan keeps the last use of the keys", async () => {
      const before = await create();
      const hash = before.keys[0]?.hash ?? "";
      await stores().apiKeys.recordUse(hash, START_MS, 0);
      expect(await stores().workspaces.replace(before, { ...before, plan: "team", revision: 2 })).toBe(true);
      expect(await stores().apiKeys.findByHash(hash)).toMatchObject({ plan: "team", lastUsedAtMs: START_MS });
    });

    async function createSession() {
      const workspace = await create(2);
      const [own, other] = workspace.keys as [KeyEntry, KeyEntry];
      const session = { hash: `session#${newHash()}`, keyHash: own.hash, expiresAtMs: START_MS + 1_500 };
      await stores().apiKeys.putSession(session);
      return { workspace, own, other, session };
    }

    test("a stored workspace is found, and its keys are found by their hashes", async () => {
      const { workspaces, apiKeys } = stores();
      const workspace = await create(2);
      expect(await workspaces.find(workspace.id)).toEqual(workspace);
      for (const entry of workspace.keys) {
        const record = { ...entry, workspaceId: workspace.id, plan: "free" };
        expect(await apiKeys.findByHash(entry.hash)).toEqual(record);
      }
      expect(await workspaces.find(randomUUID())).toBeUndefined();
      expect(await apiKeys.findByHash(newHash())).toBeUndefined();
    });

    test("creating a workspace with an existing ID returns false and restores neither the workspace nor keys", async () => {
      const { workspaces, apiKeys } = stores();
      const workspace = await create();
      await workspaces.replace(workspace, { ...workspace, name: "New", keys: [], revision: 2 });
      expect(await workspaces.create(workspace)).toBe(false);
      expect(await workspaces.find(workspace.id)).toMatchObject({ name: "New", keys: [] });
      expect(await apiKeys.findByHash(workspace.keys[0]?.hash ?? "")).toBeUndefined();
    });

    test("creating a workspace with the key of another workspace throws and changes nothing", async () => {
      const { workspaces, apiKeys } = stores();
      const first = await create();
      const second = { ...first, id: randomUUID() };
      await expect(workspaces.create(second)).rejects.toThrow("list of keys");
      expect(await workspaces.find(second.id)).toBeUndefined();
      expect(await apiKeys.findByHash(first.keys[0]?.hash ?? "")).toMatchObject({ workspaceId: first.id });
    });

    test("the list contains the workspaces, oldest first, without their keys", async () => {
      const later = await create(1, { createdAtMs: START_MS + 1 });
      const sooner = await create(1, { createdAtMs: START_MS - 1 });
      const list = await stores().workspaces.list();
      const ids = list.map(({ id }) => id);
      expect(ids.indexOf(sooner.id)).toBe(0);
      expect(ids.indexOf(later.id)).toBe(ids.length - 1);
      expect(list.at(-1)).toStrictEqual({ id: later.id, name: "W", plan: "free", createdAtMs: START_MS + 1 });
    });

    test("replacing a workspace adds records of new keys, deletes those of removed keys, and sets the plan", async () => {
      const { workspaces, apiKeys } = stores();
      const before = await create(2);
      const [kept, removed] = before.keys as [KeyEntry, KeyEntry];
      const added = newKey();
      const after = { ...before, plan: "team", keys: [kept, added], revision: 2 };
      expect(await workspaces.replace(before, after)).toBe(true);
      expect(await workspaces.find(before.id)).toEqual(after);
      expect(await apiKeys.findByHash(removed.hash)).toBeUndefined();
      for (const { hash } of [kept, added]) expect(await apiKeys.findByHash(hash)).toMatchObject({ plan: "team" });
    });

    test("replacing an outdated revision changes neither workspace nor keys nor credits", async () => {
      const { workspaces, apiKeys, balances } = stores();
      const before = await create();
      await workspaces.replace(before, { ...before, name: "First", revision: 2 });
      const second = { ...before, name: "Second", plan: "team", keys: [...before.keys, newKey()], revision: 2 };
      expect(await workspaces.replace(before, second, { month: "2026-11", before: 100, after: 200 })).toBe(false);
      expect(await workspaces.find(before.id)).toMatchObject({ name: "First", plan: "free" });
      expect(await apiKeys.findByHash(before.keys[0]?.hash ?? "")).toMatchObject({ plan: "free" });
      expect(await apiKeys.findByHash(second.keys[1]?.hash ?? "")).toBeUndefined();
      expect(await balances.find(before.id, "2026-11")).toBeUndefined();
    });

    test("fifty keys get a new plan in one transaction", async () => {
      const { workspaces, apiKeys } = stores();
      const before = await create(50);
      expect(await workspaces.replace(before, { ...before, plan: "team", revision: 2 })).toBe(true);
      for (const { hash } of before.keys) expect(await apiKeys.findByHash(hash)).toMatchObject({ plan: "team" });
    });

    test("a change of plan throws and changes nothing if the record of a listed key is missing", async () => {
      const { workspaces, apiKeys } = stores();
      const before = await create();
      const missing = newKey();
      const listed = { ...before, keys: [...before.keys, missing] };
      const changed = workspaces.replace(listed, { ...listed, plan: "team", revision: 2 });
      await expect(changed).rejects.toThrow("list of keys");
      expect(await apiKeys.findByHash(missing.hash)).toBeUndefined();
      expect(await workspaces.find(before.id)).toEqual(before);
    });

    test("keys that are created and revoked at the same time leave a workspace that lists exactly its records", async () => {
      const { workspaces, apiKeys } = stores();
      const { id, keys } = await create();
      const caller = { workspaceId: id, keyId: keys[0]?.keyId ?? "", scopes: ["admin" as const] };
      const dependencies = { workspaces, now: () => START_MS, newId: randomUUID };
      const createRenderKey = () => createKey(dependencies, caller, { name: "CI", scopes: ["render"] });
      const first = await Promise.all([createRenderKey(), createRenderKey(), createRenderKey()]);
      const revocations = first.map(({ entry }) => revokeKey(workspaces, caller, entry.keyId));
      const [second, third] = await Promise.all([createRenderKey(), createRenderKey(), ...revocations]);
      const listed = (await workspaces.find(id))?.keys.map(({ hash }) => hash);
      expect(new Set(listed)).toEqual(new Set([keys[0]?.hash, second.entry.hash, third.entry.hash]));
      for (const hash of listed ?? []) expect(await apiKeys.findByHash(hash)).toBeDefined();
      for (const { entry } of first) expect(await apiKeys.findByHash(entry.hash)).toBeUndefined();
    });

    test("a change of plan opens the month with the credits of the new plan", async () => {
      const { workspaces, balances } = stores();
      const before = await create();
      const credits = { month: "2026-11", before: 100, after: 10_000 };
      await workspaces.replace(before, { ...before, plan: "team", revision: 2 }, credits);
      const opened = { granted: 10_000, spent: 0, remaining: 10_000, days: [] };
      expect(await balances.find(before.id, "2026-11")).toEqual(opened);
    });

    test("changes of plan change the balance by the difference, even below zero", async () => {
      const { workspaces, balances } = stores();
      const first = await create();
      const second = { ...first, plan: "team", revision: 2 };
      await workspaces.replace(first, second, { month: "2026-11", before: 100, after: 10_000 });
      await workspaces.replace(second, { ...first, revision: 3 }, { month: "2026-11", before: 20_000, after: 500 });
      expect(await balances.find(first.id, "2026-11")).toMatchObject({ granted: -9_500, remaining: -9_500 });
    });

    test("a session is found with its key", async () => {
      const { workspace, own, session } = await createSession();
      const key = { ...own, workspaceId: workspace.id, plan: "free" };
      expect(await stores().apiKeys.findSession(session)).toEqual({ session, key });
    });

    test("a session is not found with another key or under another hash", async () => {
      const { apiKeys } = stores();
      const { other, session } = await createSession();
      expect(await apiKeys.findSession({ ...session, keyHash: other.hash })).toBeUndefined();
      expect(await apiKeys.findSession({ ...session, hash: `session#${newHash()}` })).toBeUndefined();
    });

    test("a session is not found while its key does not exist", async () => {
      const { workspaces, apiKeys } = stores();
      const { workspace, own, other, session } = await createSession();
      const without = { ...workspace, keys: [other], revision: 2 };
      await workspaces.replace(workspace, without);
      expect(await apiKeys.findSession(session)).toBeUndefined();
      await workspaces.replace(without, { ...workspace, keys: [other, own], revision: 3 });
      expect(await apiKeys.findSession(session)).toBeDefined();
    });

    test("a sign-in link is exchanged for a session once, and then the session is found with its guest", async () => {
      const { apiKeys, links } = stores();
      const { keys } = await create();
      const keyHash = keys[0]?.hash ?? "";
      const guest = { name: "Ada", scopes: ["render" as const] };
      const link = { hash: `link#${newHash()}`, keyHash, ...guest, expiresAtMs: START_MS };
      await links.putLink(link);
      expect(await links.findLink(link.hash)).toEqual(link);
      const newSession = () => ({ hash: `session#${newHash()}`, keyHash, expiresAtMs: START_MS + 1_500, guest });
      const sessions = [newSession(), newSession(), newSession()];
      const exchanged = await Promise.all(sessions.map((session) => links.exchangeLink(link.hash, session)));
      expect(exchanged.filter(Boolean)).toHaveLength(1);
      const found = await Promise.all(sessions.map((session) => apiKeys.findSession(session)));
      const expected = sessions.map((session, index) => (exchanged[index] === true ? session : undefined));
      expect(found.map((entry) => entry?.session)).toEqual(expected);
      expect(await links.findLink(link.hash)).toBeUndefined();
    });

    test("a deleted session is not found, and deleting it again does nothing", async () => {
      const { apiKeys } = stores();
      const { session } = await createSession();
      await apiKeys.deleteSession(session.hash);
      await apiKeys.deleteSession(session.hash);
      expect(await apiKeys.findSession(session)).toBeUndefined();
    });
  },
);
