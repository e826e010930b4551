/** Workspaces, keys and sessions in memory, with the same conditions as the tables. */
import type { ApiKeyRecord } from "../../core/access/api-key-record.js";
import type { ApiKeyStore } from "../../core/access/authenticate.js";
import type { SessionRecord, SessionStore } from "../../core/access/session.js";
import type { CreditChange, Workspace, WorkspaceStore } from "../../core/access/workspace.js";

export interface InMemoryAccess {
  readonly workspaces: WorkspaceStore;
  readonly apiKeys: ApiKeyStore & SessionStore;
  readonly profiles: Map<string, Workspace>;
  readonly records: Map<string, ApiKeyRecord>;
  readonly sessions: Map<string, SessionRecord>;
  readonly creditChanges: CreditChange[];
  /** How often a function asked for a key or a session. */
  reads: number;
  /** Run once, before the next write: what another writer does in between. */
  meanwhile: (() => Promise<unknown>) | undefined;
}

export function createInMemoryAccess(): InMemoryAccess {
  const access: InMemoryAccess = {
    profiles: new Map(),
    records: new Map(),
    sessions: new Map(),
    creditChanges: [],
    reads: 0,
    meanwhile: undefined,
    workspaces: {
      create: async (workspace) => {
        if (access.profiles.has(workspace.id)) return false;
        store(access, workspace);
        return true;
      },
      find: async (id) => access.profiles.get(id),
      list: async () => [...access.profiles.values()],
      replace: async (before, after, credits) => {
        const { meanwhile } = access;
        access.meanwhile = undefined;
        await meanwhile?.();
        if (access.profiles.get(before.id)?.revision !== before.revision) return false;
        for (const { hash } of before.keys) access.records.delete(hash);
        store(access, after);
        if (credits !== undefined) access.creditChanges.push(credits);
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
      putSession: async (session) => void access.sessions.set(session.hash, session),
      deleteSession: async (hash) => void access.sessions.delete(hash),
    },
  };
  return access;
}

function store({ profiles, records }: InMemoryAccess, workspace: Workspace): void {
  profiles.set(workspace.id, workspace);
  for (const key of workspace.keys) {
    records.set(key.hash, { ...key, workspaceId: workspace.id, plan: workspace.plan });
  }
}
