/** Projects: folders for a workspace's templates, and the port that keeps them. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";

export const projectRecordSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  name: z.string(),
  createdAtMs: z.int(),
});
export type ProjectRecord = z.infer<typeof projectRecordSchema>;

export interface ProjectStore {
  find(workspaceId: string, projectId: string): Promise<ProjectRecord | undefined>;
  list(workspaceId: string): Promise<readonly ProjectRecord[]>;
  /** Stores a new project. */
  put(project: ProjectRecord): Promise<void>;
}

/** Resolves to nothing when no project is named. @throws ServiceError `NOT_FOUND` for one that the workspace has not. */
export async function requireProject(
  projects: Pick<ProjectStore, "find">,
  workspaceId: string,
  projectId: string | undefined,
): Promise<ProjectRecord | undefined> {
  if (projectId === undefined) return undefined;
  const project = await projects.find(workspaceId, projectId);
  if (project === undefined) throw new ServiceError("NOT_FOUND", `There is no project ${projectId} in this workspace.`);
  return project;
}
