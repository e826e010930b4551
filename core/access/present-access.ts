/** Converts keys and workspaces to their form in responses. */
import type { KeyBody, WorkspaceBody } from "../contract/access-api.js";
import type { KeyEntry, WorkspaceSummary } from "./workspace.js";

/** Do not add the hash: it would let a reader recognize the key elsewhere. */
export function presentKey({ keyId, name, scopes, createdAtMs }: KeyEntry): KeyBody {
  return { id: keyId, name, scopes, createdAt: new Date(createdAtMs).toISOString() };
}

export function presentWorkspace({ id, name, plan, createdAtMs }: WorkspaceSummary): WorkspaceBody {
  return { id, name, plan, createdAt: new Date(createdAtMs).toISOString() };
}
