/** Reads one workspace. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { Workspace, WorkspaceStore } from "./workspace.js";

const workspaceIdSchema = z.uuid();

/** Finds the workspace that a request names. @throws ServiceError `NOT_FOUND`, also for a malformed ID. */
export async function findWorkspace(workspaces: Pick<WorkspaceStore, "find">, id: string): Promise<Workspace> {
  const workspace = workspaceIdSchema.safeParse(id).success ? await workspaces.find(id.toLowerCase()) : undefined;
  if (workspace === undefined) throw new ServiceError("NOT_FOUND", "There is no such workspace.");
  return workspace;
}

/** Finds the caller's own workspace. It exists as long as it has keys, so a missing workspace is an internal error. */
export async function findOwnWorkspace(workspaces: Pick<WorkspaceStore, "find">, id: string): Promise<Workspace> {
  const workspace = await workspaces.find(id);
  if (workspace === undefined) throw new Error(`The workspace ${id} has API keys but no profile.`);
  return workspace;
}
