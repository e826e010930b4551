/** Changes a workspace with optimistic locking. */
import { ServiceError } from "../contract/errors.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { CreditChange, Workspace, WorkspaceStore } from "./workspace.js";

/** Each failed attempt means that another writer succeeded. */
const ATTEMPTS = 8;

export interface WorkspaceChange {
  /** The new state. `changeWorkspace` sets the revision. */
  readonly after: Omit<Workspace, "id" | "revision" | "createdAtMs">;
  readonly credits?: CreditChange | undefined;
  /** The idempotency record of the request. It is written together with the change. */
  readonly record?: IdempotencyRecord | undefined;
}

/**
 * Reads the workspace, calls `decide` for the new state, and writes it. If the workspace was changed in the meantime,
 * reads it and calls `decide` again. `read` and `decide` throw if the change is not allowed.
 *
 * @throws ServiceError `RATE_LIMITED` if another change came first in every attempt. AlreadyRecordedError if the record
 *   exists.
 */
export async function changeWorkspace(
  workspaces: Pick<WorkspaceStore, "replace">,
  read: () => Promise<Workspace>,
  decide: (workspace: Workspace) => WorkspaceChange,
): Promise<Workspace> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await read();
    const { after: next, credits, record } = decide(before);
    const { createdAtMs, revision } = before;
    const after = { ...next, id: before.id, createdAtMs, revision: revision + 1 };
    if (await workspaces.replace(before, after, credits, record)) return after;
  }
  throw new ServiceError(
    "RATE_LIMITED",
    "Too many requests change this workspace at the same time. Try again shortly.",
  );
}
