/** Renames a workspace, or moves it to another plan. */
import type { UpdateWorkspace } from "../contract/access-api.js";
import type { Plans } from "../contract/plans.js";
import { changeWorkspace } from "./change-workspace.js";
import { findWorkspace } from "./find-workspace.js";
import { planNamed } from "./plan-named.js";
import type { CreditChange, Workspace, WorkspaceStore } from "./workspace.js";

export interface UpdateWorkspaceDependencies {
  readonly workspaces: Pick<WorkspaceStore, "find" | "replace">;
  readonly plans: Plans;
  readonly now: () => number;
}

/**
 * A new plan holds for the month that runs: its balance moves by what the plans differ in, and what was spent stays
 * spent. So a lesser plan may leave less than nothing.
 *
 * @throws ServiceError `NOT_FOUND`, `VALIDATION_ERROR` for a plan that is none.
 */
export async function updateWorkspace(
  { workspaces, plans, now }: UpdateWorkspaceDependencies,
  id: string,
  change: UpdateWorkspace,
): Promise<Workspace> {
  const named = () => findWorkspace(workspaces, id);
  return await changeWorkspace(workspaces, named, (workspace) => {
    const { name = workspace.name, plan = workspace.plan } = change;
    const credits = plan === workspace.plan ? undefined : creditChange(plans, workspace.plan, plan, now());
    return { after: { ...workspace, name, plan }, credits };
  });
}

function creditChange(plans: Plans, from: string, to: string, nowMs: number): CreditChange {
  const after = planNamed(plans, to).credits;
  // A plan that the settings no longer have granted what nobody knows; the new one's grant then holds as it is.
  const before = plans[from]?.credits ?? after;
  return { month: new Date(nowMs).toISOString().slice(0, 7), before, after };
}
