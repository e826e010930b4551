/** Changes a workspace as it is now, however many others change it at the same time. */
import { ServiceError } from "../contract/errors.js";
import type { CreditChange, Workspace, WorkspaceStore } from "./workspace.js";

/** Each try that fails is another writer's success. */
const ATTEMPTS = 8;

export interface WorkspaceChange {
  /** What it becomes; its revision is counted here, not by the decision. */
  readonly after: Omit<Workspace, "id" | "revision" | "createdAtMs">;
  readonly credits?: CreditChange | undefined;
}

/**
 * Reads the workspace, lets `decide` say what becomes of it, and writes that unless another change came between; then
 * it is read and decided anew. `read` and `decide` throw what forbids the change.
 *
 * @throws ServiceError `RATE_LIMITED` when others came between every time.
 */
export async function changeWorkspace(
  workspaces: Pick<WorkspaceStore, "replace">,
  read: () => Promise<Workspace>,
  decide: (workspace: Workspace) => WorkspaceChange,
): Promise<Workspace> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await read();
    const { after: next, credits } = decide(before);
    const { createdAtMs, revision } = before;
    const after = { ...next, id: before.id, createdAtMs, revision: revision + 1 };
    if (await workspaces.replace(before, after, credits)) return after;
  }
  throw new ServiceError("RATE_LIMITED", "Too many changes of this workspace at once; try again in a moment.");
}
