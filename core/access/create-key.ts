/** Creates another key in the caller's workspace. */
import type { CreateKey } from "../contract/access-api.js";
import { validationError } from "../contract/errors.js";
import { MAX_KEYS } from "../contract/limits.js";
import type { Scope } from "../contract/scopes.js";
import type { RecordFor } from "../idempotency/create-once.js";
import type { Caller } from "./authenticate.js";
import { checkGrant } from "./check-grant.js";
import { changeWorkspace } from "./change-workspace.js";
import { requireActiveKey } from "./require-active-key.js";
import { findOwnWorkspace } from "./find-workspace.js";
import { type MadeKey, type MakeKeyDependencies, makeKey } from "./make-key.js";
import type { WorkspaceStore } from "./workspace.js";

export interface CreateKeyDependencies extends MakeKeyDependencies {
  readonly workspaces: Pick<WorkspaceStore, "find" | "replace">;
}

/** The part of a caller that decides which keys it can create. */
type Granting = Pick<Caller, "workspaceId" | "keyId" | "scopes" | "isGuest"> & Partial<Pick<Caller, "by">>;

/** Scopes that a caller with `admin` can grant, in addition to the scopes of its own key. */
const ADMIN_GRANTS: readonly Scope[] = ["render", "templates", "admin"];

/**
 * @param recordFor creates the idempotency record, which is stored together with the key
 * @throws ServiceError `FORBIDDEN` for scopes that the caller cannot grant, `VALIDATION_ERROR` if the workspace has the
 *   maximum number of keys, `UNAUTHORIZED` if the caller's own key has been revoked. AlreadyRecordedError if the record
 *   exists.
 */
export async function createKey(
  { workspaces, ...dependencies }: CreateKeyDependencies,
  caller: Granting,
  { name, scopes }: CreateKey,
  recordFor?: RecordFor<MadeKey>,
): Promise<MadeKey> {
  checkGrant(caller.by, grantableBy(caller), scopes);
  const key = makeKey(dependencies, name, scopes);
  const record = recordFor?.(key);
  const own = () => findOwnWorkspace(workspaces, caller.workspaceId);
  await changeWorkspace(workspaces, own, (workspace) => {
    requireActiveKey(workspace, caller.keyId);
    if (workspace.keys.length >= MAX_KEYS) {
      const message = `A workspace can have at most ${MAX_KEYS} API keys. Revoke one that is no longer used.`;
      throw validationError(message, [{ path: "", message }]);
    }
    return { after: { ...workspace, keys: [...workspace.keys, key.entry] }, record };
  });
  return key;
}

/**
 * Checks that a caller may get a key that an identical request has created. Another key of the workspace can have sent
 * that request.
 *
 * @throws ServiceError `FORBIDDEN` and `UNAUTHORIZED` as {@link createKey}
 */
export async function checkRepeatedKey(
  workspaces: Pick<WorkspaceStore, "find">,
  caller: Granting,
  { scopes }: CreateKey,
): Promise<void> {
  checkGrant(caller.by, grantableBy(caller), scopes);
  requireActiveKey(await findOwnWorkspace(workspaces, caller.workspaceId), caller.keyId);
}

/** Returns the scopes that a new key may have. A guest was invited with fewer scopes, so it gets no others. */
function grantableBy({ scopes, isGuest }: Granting): readonly Scope[] {
  return scopes.includes("admin") && isGuest === undefined ? [...ADMIN_GRANTS, ...scopes] : scopes;
}
