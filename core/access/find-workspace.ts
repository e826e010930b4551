/** Reads one workspace. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { Workspace, WorkspaceStore } from "./workspace.js";

const workspaceIdSchema = z.uuid();

/**
 * Reads the workspace that a request names, even if it is being deleted.
 *
 * @throws ServiceError `NOT_FOUND`, even for a malformed ID
 */
export async function readWorkspace(workspaces: Pick<WorkspaceStore, "find">, id: string): Promise<Workspace> {
  const workspace = workspaceIdSchema.safeParse(id).success ? await workspaces.find(id.toLowerCase()) : undefined;
  if (workspace === undefined) throw notFound();
  return workspace;
}

/** Finds a workspace to change. @throws ServiceError `NOT_FOUND`, even for a workspace that is being deleted. */
export async function findWorkspace(workspaces: Pick<WorkspaceStore, "find">, id: string): Promise<Workspace> {
  const workspace = await readWorkspace(workspaces, id);
  if (workspace.deletion !== undefined) throw notFound();
  return workspace;
}

const notFound = () => new ServiceError("NOT_FOUND", "There is no such workspace.");

/** Finds the caller's own workspace. It exists as long as it has keys, so a missing workspace is an internal error. */
export async function findOwnWorkspace(workspaces: Pick<WorkspaceStore, "find">, id: string): Promise<Workspace> {
  const workspace = await workspaces.find(id);
  if (workspace === undefined) throw new Error(`The workspace ${id} has API keys but no profile.`);
  return workspace;
}
