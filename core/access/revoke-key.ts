/** Revokes a key of the caller's workspace. */
import { ServiceError, validationError } from "../contract/errors.js";
import type { Scope } from "../contract/scopes.js";
import type { Caller } from "./authenticate.js";
import { changeWorkspace } from "./change-workspace.js";
import { checkStillKey } from "./check-still-key.js";
import { findOwnWorkspace } from "./find-workspace.js";
import type { KeyEntry, WorkspaceStore } from "./workspace.js";

/** Of each of these one key must stay: nobody could make another. */
const IRREPLACEABLE: readonly Scope[] = ["admin", "operator"];

/**
 * The key's record goes with it, so that it and its sessions stop as soon as no function's cache holds them.
 *
 * @throws ServiceError `NOT_FOUND` for a key that the workspace does not have, `VALIDATION_ERROR` for the last one that
 *   may administer the workspace or operate the deployment, `UNAUTHORIZED` when the caller's own key has been revoked.
 */
export async function revokeKey(
  workspaces: Pick<WorkspaceStore, "find" | "replace">,
  caller: Pick<Caller, "workspaceId" | "keyId">,
  id: string,
): Promise<void> {
  const keyId = id.toLowerCase();
  const own = () => findOwnWorkspace(workspaces, caller.workspaceId);
  await changeWorkspace(workspaces, own, (workspace) => {
    checkStillKey(workspace, caller.keyId);
    const revoked = workspace.keys.find((key) => key.keyId === keyId);
    if (revoked === undefined) throw new ServiceError("NOT_FOUND", "There is no such API key in this workspace.");
    const keys = workspace.keys.filter((key) => key !== revoked);
    checkReplaceable(revoked, keys);
    return { after: { ...workspace, keys } };
  });
}

function checkReplaceable(revoked: KeyEntry, others: readonly KeyEntry[]): void {
  const lost = IRREPLACEABLE.find(
    (scope) => revoked.scopes.includes(scope) && !others.some(({ scopes }) => scopes.includes(scope)),
  );
  if (lost === undefined) return;
  const message = `This is the last API key with the scope \`${lost}\`; make another one first.`;
  throw validationError(message, [{ path: "id", message }]);
}
