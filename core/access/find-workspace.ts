/** Reads one workspace. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { Workspace, WorkspaceStore } from "./workspace.js";

const workspaceIdSchema = z.uuid();

/** The one of an id in a request. @throws ServiceError `NOT_FOUND`, also for what can't be an id. */
export async function findWorkspace(workspaces: Pick<WorkspaceStore, "find">, id: string): Promise<Workspace> {
  const workspace = workspaceIdSchema.safeParse(id).success ? await workspaces.find(id.toLowerCase()) : undefined;
  if (workspace === undefined) throw new ServiceError("NOT_FOUND", "There is no such workspace.");
  return workspace;
}

/** The caller's own, which is there as long as it has keys: that it is missing is a fault of ours. */
export async function findOwnWorkspace(workspaces: Pick<WorkspaceStore, "find">, id: string): Promise<Workspace> {
  const workspace = await workspaces.find(id);
  if (workspace === undefined) throw new Error(`The workspace ${id} has keys and no profile.`);
  return workspace;
}
