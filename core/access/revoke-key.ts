/** Revokes a key of the caller's workspace. */
import { ServiceError, validationError } from "../contract/errors.js";
import type { Scope } from "../contract/scopes.js";
import type { Caller } from "./authenticate.js";
import { changeWorkspace } from "./change-workspace.js";
import { requireActiveKey } from "./require-active-key.js";
import { findOwnWorkspace } from "./find-workspace.js";
import type { KeyEntry, WorkspaceStore } from "./workspace.js";

/** One key with each of these scopes must remain, because only such a key can create another one. */
const REQUIRED_SCOPES: readonly Scope[] = ["admin", "operator"];

/**
 * Revokes a key and deletes its record. The key and its sessions stop working when their cache entries in the functions
 * expire.
 *
 * @throws ServiceError `NOT_FOUND` for a key that the workspace does not have, `VALIDATION_ERROR` for the last key with
 *   the scope `admin` or `operator`, `UNAUTHORIZED` if the caller's own key has been revoked.
 */
export async function revokeKey(
  workspaces: Pick<WorkspaceStore, "find" | "replace">,
  caller: Pick<Caller, "workspaceId" | "keyId">,
  id: string,
): Promise<void> {
  const keyId = id.toLowerCase();
  const own = () => findOwnWorkspace(workspaces, caller.workspaceId);
  await changeWorkspace(workspaces, own, (workspace) => {
    requireActiveKey(workspace, caller.keyId);
    const revoked = workspace.keys.find((key) => key.keyId === keyId);
    if (revoked === undefined) throw new ServiceError("NOT_FOUND", "There is no such API key in this workspace.");
    const keys = workspace.keys.filter((key) => key !== revoked);
    checkReplaceable(revoked, keys);
    return { after: { ...workspace, keys } };
  });
}

function checkReplaceable(revoked: KeyEntry, others: readonly KeyEntry[]): void {
  const lost = REQUIRED_SCOPES.find(
    (scope) => revoked.scopes.includes(scope) && !others.some(({ scopes }) => scopes.includes(scope)),
  );
  if (lost === undefined) return;
  const message = `This is the last API key with the scope \`${lost}\`. Create another one first.`;
  throw validationError(message, [{ path: "id", message }]);
}
