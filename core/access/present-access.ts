/** Converts callers, keys and workspaces to their form in responses. */
import type { CallerBody, KeyBody, WorkspaceBody } from "../contract/access-api.js";
import type { Caller } from "./authenticate.js";
import type { UsedKey } from "./list-keys.js";
import type { Workspace, WorkspaceSummary } from "./workspace.js";

/** Do not add the hash: it would let a reader recognize the key elsewhere. */
export function presentKey({ keyId, name, scopes, createdAtMs, lastUsedAtMs }: UsedKey): KeyBody {
  const lastUsedAt = lastUsedAtMs === undefined ? {} : { lastUsedAt: new Date(lastUsedAtMs).toISOString() };
  return { id: keyId, name, scopes, createdAt: new Date(createdAtMs).toISOString(), ...lastUsedAt };
}

export function presentWorkspace(workspace: WorkspaceSummary & Pick<Workspace, "deletion">): WorkspaceBody {
  const { id, name, plan, createdAtMs, deletion } = workspace;
  const body = { id, name, plan, createdAt: new Date(createdAtMs).toISOString() };
  if (deletion === undefined) return body;
  const startedAt = new Date(deletion.startedAtMs).toISOString();
  return { ...body, deletion: { startedAt, status: deletion.pass === 1 ? "removing" : "checking" } };
}

/** Do not add the key's hash or ID: a guest need not know the key of the link. */
export function presentCaller(
  { workspaceId, scopes, by, name, expiresAtMs }: Caller,
  workspace: Pick<WorkspaceSummary, "name">,
): CallerBody {
  return {
    workspaceId,
    workspaceName: workspace.name,
    scopes: [...scopes],
    by,
    name,
    ...(expiresAtMs !== undefined && { expiresAt: new Date(expiresAtMs).toISOString() }),
  };
}
