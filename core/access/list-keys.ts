/** Lists the API keys of a workspace with their last use. */
import type { ApiKeyRecord } from "./api-key-record.js";
import { findOwnWorkspace } from "./find-workspace.js";
import type { KeyEntry, WorkspaceStore } from "./workspace.js";

export interface KeyListStore {
  /** Reads the records of up to 50 keys, in any order. Keys that do not exist are left out. */
  readKeys(hashes: readonly string[]): Promise<readonly ApiKeyRecord[]>;
}

export interface ListKeysDependencies {
  readonly workspaces: Pick<WorkspaceStore, "find">;
  readonly apiKeys: KeyListStore;
}

export type UsedKey = KeyEntry & Pick<ApiKeyRecord, "lastUsedAtMs">;

/** Resolves to the keys in the order of their creation. */
export async function listKeys(
  { workspaces, apiKeys }: ListKeysDependencies,
  workspaceId: string,
): Promise<readonly UsedKey[]> {
  const { keys } = await findOwnWorkspace(workspaces, workspaceId);
  const records = await apiKeys.readKeys(keys.map(({ hash }) => hash));
  const uses = new Map(records.map(({ hash, lastUsedAtMs }) => [hash, lastUsedAtMs]));
  return keys.map((key) => {
    const lastUsedAtMs = uses.get(key.hash);
    return { ...key, ...(lastUsedAtMs !== undefined && { lastUsedAtMs }) };
  });
}
