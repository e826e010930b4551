/** Creates a workspace with its first key. */
import type { CreateWorkspace } from "../contract/access-api.js";
import type { Plans } from "../contract/plans.js";
import { type MakeKeyDependencies, makeKey } from "./make-key.js";
import { findPlan } from "./find-plan.js";
import type { Workspace, WorkspaceStore } from "./workspace.js";

export interface CreateWorkspaceDependencies extends MakeKeyDependencies {
  readonly workspaces: Pick<WorkspaceStore, "create">;
  readonly plans: Plans;
}

/**
 * Resolves to the workspace and the text of its first key.
 *
 * @throws ServiceError `VALIDATION_ERROR` for an unknown plan.
 */
export async function createWorkspace(
  { workspaces, plans, ...dependencies }: CreateWorkspaceDependencies,
  { name, plan }: CreateWorkspace,
): Promise<{ readonly workspace: Workspace; readonly key: string }> {
  findPlan(plans, plan);
  const { text, entry } = makeKey(dependencies, "First key", ["render", "templates", "admin"]);
  const id = dependencies.newId();
  const workspace = { id, name, plan, createdAtMs: dependencies.now(), keys: [entry], revision: 1 };
  if (!(await workspaces.create(workspace))) throw new Error(`The new workspace ID ${id} already exists.`);
  return { workspace, key: text };
}
