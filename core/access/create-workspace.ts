/** Creates a workspace with its first key. */
import type { CreateWorkspace } from "../contract/access-api.js";
import type { Plans } from "../contract/plans.js";
import type { RecordFor } from "../idempotency/create-once.js";
import { type MakeKeyDependencies, makeKey } from "./make-key.js";
import { findPlan } from "./find-plan.js";
import type { Workspace, WorkspaceStore } from "./workspace.js";

export interface CreateWorkspaceDependencies extends MakeKeyDependencies {
  readonly workspaces: Pick<WorkspaceStore, "create">;
  readonly plans: Plans;
}

/** A workspace, and the text of its first key. */
export interface CreatedWorkspace {
  readonly workspace: Workspace;
  readonly key: string;
}

/**
 * Resolves to the workspace and the text of its first key.
 *
 * @param recordFor creates the idempotency record, which is stored together with the workspace
 * @throws ServiceError `VALIDATION_ERROR` for an unknown plan. AlreadyRecordedError if the record exists.
 */
export async function createWorkspace(
  { workspaces, plans, ...dependencies }: CreateWorkspaceDependencies,
  { name, plan }: CreateWorkspace,
  recordFor?: RecordFor<CreatedWorkspace>,
): Promise<CreatedWorkspace> {
  findPlan(plans, plan);
  const { text, entry } = makeKey(dependencies, "First key", ["render", "templates", "admin"]);
  const id = dependencies.newId();
  const workspace = { id, name, plan, createdAtMs: dependencies.now(), keys: [entry], revision: 1 };
  const created = { workspace, key: text };
  if (await workspaces.create(workspace, recordFor?.(created))) return created;
  throw new Error(`The new workspace ID ${id} already exists.`);
}
