/** Makes a workspace with its first key. */
import type { CreateWorkspace } from "../contract/access-api.js";
import type { Plans } from "../contract/plans.js";
import { type KeyMaking, makeKey } from "./make-key.js";
import { planNamed } from "./plan-named.js";
import type { Workspace, WorkspaceStore } from "./workspace.js";

export interface CreateWorkspaceDependencies extends KeyMaking {
  readonly workspaces: Pick<WorkspaceStore, "create">;
  readonly plans: Plans;
}

/**
 * Resolves to the workspace and the text of its first key.
 *
 * @throws ServiceError `VALIDATION_ERROR` for a plan that is none.
 */
export async function createWorkspace(
  { workspaces, plans, ...making }: CreateWorkspaceDependencies,
  { name, plan }: CreateWorkspace,
): Promise<{ readonly workspace: Workspace; readonly key: string }> {
  planNamed(plans, plan);
  const { text, entry } = makeKey(making, "First key", ["render", "templates", "admin"]);
  const workspace = { id: making.newId(), name, plan, createdAtMs: making.now(), keys: [entry], revision: 1 };
  if (!(await workspaces.create(workspace))) throw new Error(`The new id ${workspace.id} is taken.`);
  return { workspace, key: text };
}
