/** Makes a further key of the caller's workspace. */
import type { CreateKey } from "../contract/access-api.js";
import { ServiceError, validationError } from "../contract/errors.js";
import { MAX_KEYS } from "../contract/limits.js";
import type { Scope } from "../contract/scopes.js";
import type { Caller } from "./authenticate.js";
import { changeWorkspace } from "./change-workspace.js";
import { checkStillKey } from "./check-still-key.js";
import { findOwnWorkspace } from "./find-workspace.js";
import { type KeyMaking, makeKey } from "./make-key.js";
import type { KeyEntry, WorkspaceStore } from "./workspace.js";

export interface CreateKeyDependencies extends KeyMaking {
  readonly workspaces: Pick<WorkspaceStore, "find" | "replace">;
}

/** What a holder of `admin` may hand out in its own workspace, whatever else its key may do. */
const ADMIN_GRANTS: readonly Scope[] = ["render", "templates", "admin"];

/**
 * @throws ServiceError `FORBIDDEN` for scopes that the caller may not hand out, `VALIDATION_ERROR` when the workspace
 *   has as many keys as it may, `UNAUTHORIZED` when the caller's own key has been revoked.
 */
export async function createKey(
  { workspaces, ...making }: CreateKeyDependencies,
  caller: Pick<Caller, "workspaceId" | "keyId" | "scopes">,
  { name, scopes }: CreateKey,
): Promise<{ readonly text: string; readonly entry: KeyEntry }> {
  checkGrant(caller.scopes, scopes);
  const key = makeKey(making, name, scopes);
  const own = () => findOwnWorkspace(workspaces, caller.workspaceId);
  await changeWorkspace(workspaces, own, (workspace) => {
    checkStillKey(workspace, caller.keyId);
    if (workspace.keys.length >= MAX_KEYS) {
      const message = `A workspace has ${MAX_KEYS} API keys at most; revoke one that is no longer used.`;
      throw validationError(message, [{ path: "", message }]);
    }
    return { after: { ...workspace, keys: [...workspace.keys, key.entry] } };
  });
  return key;
}

function checkGrant(own: readonly Scope[], granted: readonly Scope[]): void {
  const mayGrant = own.includes("admin") ? [...ADMIN_GRANTS, ...own] : own;
  const refused = granted.filter((scope) => !mayGrant.includes(scope));
  if (refused.length === 0) return;
  const names = refused.map((scope) => `\`${scope}\``).join(" and ");
  throw new ServiceError("FORBIDDEN", `The API key may not hand out the scope ${names}.`, {
    details: { scopes: refused },
  });
}
