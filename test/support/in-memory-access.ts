/** Workspaces, API keys, and sessions in memory, with the same conditions as the tables. */
import type { ApiKeyRecord } from "../../core/access/api-key-record.js";
import type { ApiKeyStore } from "../../core/access/authenticate.js";
import type { KeyListStore } from "../../core/access/list-keys.js";
import type { KeyUseStore } from "../../core/access/note-use.js";
import type { SessionRecord, SessionStore } from "../../core/access/session.js";
import type { SessionLinkRecord, SessionLinkStore } from "../../core/access/session-link.js";
import type { CreditChange, Workspace, WorkspaceStore } from "../../core/access/workspace.js";
import { createInMemoryBalances, type InMemoryBalances } from "./in-memory-balances.js";
import { createInMemoryRecords } from "./in-memory-records.js";

export interface InMemoryAccess {
  readonly workspaces: WorkspaceStore;
  readonly apiKeys: ApiKeyStore & SessionStore & KeyUseStore & KeyListStore;
  readonly links: SessionLinkStore;
  readonly balances: InMemoryBalances;
  readonly profiles: Map<string, Workspace>;
  readonly records: Map<string, ApiKeyRecord>;
  readonly sessions: Map<string, SessionRecord>;
  readonly linkRecords: Map<string, SessionLinkRecord>;
  readonly creditChanges: CreditChange[];
  /** The number of reads of keys and sessions. */
  reads: number;
  /** Runs once before the next write, to simulate another writer. */
  meanwhile: (() => Promise<unknown>) | undefined;
}

export function createInMemoryAccess(): InMemoryAccess {
  const idempotency = createInMemoryRecords();
  const access: InMemoryAccess = {
    profiles: new Map(),
    records: new Map(),
    sessions: new Map(),
    linkRecords: new Map(),
    balances: createInMemoryBalances(),
    creditChanges: [],
    reads: 0,
    meanwhile: undefined,
    workspaces: {
      create: async (workspace, record) => {
        idempotency.requireFree(record);
        if (access.profiles.has(workspace.id)) return false;
        changeRecords(access, { keys: [], plan: workspace.plan }, workspace);
        access.profiles.set(workspace.id, workspace);
        idempotency.keep(record);
        return true;
      },
      find: async (id) => access.profiles.get(id),
      list: async () =>
        [...access.profiles.values()]
          .map(({ id, name, plan, createdAtMs }) => ({ id, name, plan, createdAtMs }))
          .sort((a, b) => a.createdAtMs - b.createdAtMs),
      replace: async (before, after, credits, record) => {
        const { meanwhile } = access;
        access.meanwhile = undefined;
        await meanwhile?.();
        idempotency.requireFree(record);
        if (access.profiles.get(before.id)?.revision !== before.revision) return false;
        changeRecords(access, before, after);
        access.profiles.set(after.id, after);
        idempotency.keep(record);
        if (credits !== undefined) {
          access.creditChanges.push(credits);
          access.balances.changePlan(after.id, credits);
        }
        return true;
      },
    },
    apiKeys: {
      findByHash: async (hash) => {
        access.reads += 1;
        return access.records.get(hash);
      },
      findSession: async ({ hash, keyHash }) => {
        access.reads += 1;
        const [session, key] = [access.sessions.get(hash), access.records.get(keyHash)];
        return session?.keyHash === keyHash && key !== undefined ? { session, key } : undefined;
      },
      recordUse: async (hash, nowMs, staleMs) => {
        const record = access.records.get(hash);
        if (record === undefined || (record.lastUsedAtMs ?? 0) > staleMs) return;
        access.records.set(hash, { ...record, lastUsedAtMs: nowMs });
      },
      readKeys: async (hashes) => hashes.flatMap((hash) => access.records.get(hash) ?? []),
      putSession: async (session) => void access.sessions.set(session.hash, session),
      deleteSession: async (hash) => void access.sessions.delete(hash),
    },
    links: {
      putLink: async (link) => void access.linkRecords.set(link.hash, link),
      findLink: async (hash) => access.linkRecords.get(hash),
      exchangeLink: async (hash, session) => {
        if (!access.linkRecords.delete(hash)) return false;
        access.sessions.set(session.hash, session);
        return true;
      },
    },
  };
  return access;
}

/**
 * Changes the key records in the same way as the list of keys.
 *
 * @throws Error, with no change, if a new key has a record or if a key that gets a new plan has none.
 */
function changeRecords({ records }: InMemoryAccess, before: Pick<Workspace, "keys" | "plan">, after: Workspace): void {
  const { id: workspaceId, plan } = after;
  const known = new Set(before.keys.map(({ hash }) => hash));
  const kept = new Set(after.keys.map(({ hash }) => hash));
  const changed = after.keys.filter(({ hash }) => !known.has(hash) || plan !== before.plan);
  if (changed.some(({ hash }) => known.has(hash) !== records.has(hash))) {
    throw new Error("The key records do not match the list of keys in the workspace.");
  }
  for (const { hash } of before.keys) if (!kept.has(hash)) records.delete(hash);
  for (const key of changed) records.set(key.hash, { ...records.get(key.hash), ...key, workspaceId, plan });
}
