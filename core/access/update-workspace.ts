/** Changes the name or the plan of a workspace. */
import type { UpdateWorkspace } from "../contract/access-api.js";
import type { Plans } from "../contract/plans.js";
import { changeWorkspace } from "./change-workspace.js";
import { findWorkspace } from "./find-workspace.js";
import { findPlan } from "./find-plan.js";
import type { CreditChange, Workspace, WorkspaceStore } from "./workspace.js";

export interface UpdateWorkspaceDependencies {
  readonly workspaces: Pick<WorkspaceStore, "find" | "replace">;
  readonly plans: Plans;
  readonly now: () => number;
}

/**
 * Updates a workspace. A new plan applies to the current month: the balance changes by the difference of the plans'
 * credits. Spent credits remain spent, so the balance can be negative after a change to a smaller plan.
 *
 * @throws ServiceError `NOT_FOUND`, `VALIDATION_ERROR` for an unknown plan.
 */
export async function updateWorkspace(
  { workspaces, plans, now }: UpdateWorkspaceDependencies,
  id: string,
  change: UpdateWorkspace,
): Promise<Workspace> {
  const read = () => findWorkspace(workspaces, id);
  return await changeWorkspace(workspaces, read, (workspace) => {
    const { name = workspace.name, plan = workspace.plan } = change;
    const credits = plan === workspace.plan ? undefined : creditChange(plans, workspace.plan, plan, now());
    return { after: { ...workspace, name, plan }, credits };
  });
}

function creditChange(plans: Plans, from: string, to: string, nowMs: number): CreditChange {
  const after = findPlan(plans, to).credits;
  // The credits of a plan that the settings no longer define are unknown. Then the month gets the credits of the new
  // plan.
  const before = plans[from]?.credits ?? after;
  return { month: new Date(nowMs).toISOString().slice(0, 7), before, after };
}
