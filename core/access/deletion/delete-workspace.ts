/** Starts the deletion of a workspace. */
import { ServiceError, validationError } from "../../contract/errors.js";
import type { Log } from "../../shared/log.js";
import type { Caller } from "../authenticate.js";
import { readWorkspace } from "../find-workspace.js";
import type { Workspace, WorkspaceStore } from "../workspace.js";
import type { Deletion } from "./deletion.js";
import type { DeletionStore, RemovalRequests, WorkspaceInDeletion } from "./ports.js";

/** Each failed attempt means that another writer succeeded. */
const ATTEMPTS = 8;

export interface DeleteWorkspaceDependencies {
  readonly workspaces: Pick<WorkspaceStore, "find">;
  readonly deletions: Pick<DeletionStore, "start">;
  readonly removals: RemovalRequests;
  readonly now: () => number;
}

/**
 * Removes the keys of a workspace, and asks for the removal of everything else. The keys and their sessions stop working
 * when their cache entries in the functions expire. Does nothing if the deletion has started before.
 *
 * @throws ServiceError `NOT_FOUND`, even for a malformed ID, and `VALIDATION_ERROR` for a workspace with an operator's
 *   key: without it, nobody could manage the deployment.
 */
export async function deleteWorkspace(
  { workspaces, deletions, removals, now }: DeleteWorkspaceDependencies,
  caller: Pick<Caller, "workspaceId">,
  id: string,
  { log, requestId }: { readonly log: Log; readonly requestId: string },
): Promise<WorkspaceInDeletion> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const workspace = await readWorkspace(workspaces, id);
    if (workspace.deletion !== undefined) return { ...workspace, deletion: workspace.deletion };
    refuseOperators(workspace, caller);
    const deletion = newDeletion(workspace, now());
    if (!(await deletions.start(workspace, deletion))) continue;
    await removals.publish({ workspaceId: workspace.id, requestId }).catch((error: unknown) => {
      log.warn("The removal of a workspace could not be requested. The schedule starts it.", { error });
    });
    return { ...workspace, keys: [], deletion };
  }
  throw new ServiceError(
    "RATE_LIMITED",
    "Too many requests change this workspace at the same time. Try again shortly.",
  );
}

function refuseOperators({ id, keys }: Workspace, caller: Pick<Caller, "workspaceId">): void {
  if (id !== caller.workspaceId && !keys.some(({ scopes }) => scopes.includes("operator"))) return;
  const message =
    "This workspace has a key with the scope `operator`, so it cannot be deleted. Delete the stack instead.";
  throw validationError(message, [{ path: "id", message }]);
}

function newDeletion({ keys }: Workspace, nowMs: number): Deletion {
  return {
    startedAtMs: nowMs,
    keyHashes: keys.map(({ hash }) => hash),
    keyIds: keys.map(({ keyId }) => keyId),
    pass: 1,
    kind: 0,
    removed: 0,
    left: 0,
    dueAtMs: nowMs,
  };
}
