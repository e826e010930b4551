/** Projects group the templates of a workspace. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import { defaultProjectOf, type ProjectName } from "./default-project.js";

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
  /**
   * Stores a new project, and its idempotency record if there is one.
   *
   * @throws AlreadyRecordedError if the record exists, and Error if the workspace has a project with this ID
   */
  put(project: ProjectRecord, record?: IdempotencyRecord): Promise<void>;
}

/**
 * Resolves to the project that a request names, or to the default project without `projectId`.
 *
 * @throws ServiceError `NOT_FOUND` if the workspace has no such project.
 */
export async function requireProject(
  projects: Pick<ProjectStore, "find">,
  workspaceId: string,
  projectId: string | undefined,
): Promise<ProjectName> {
  const standard = defaultProjectOf(workspaceId);
  if (projectId === undefined || projectId === standard.id) return standard;
  const project = await projects.find(workspaceId, projectId);
  if (project === undefined) throw new ServiceError("NOT_FOUND", `There is no project ${projectId} in this workspace.`);
  return project;
}

/** Resolves to the project of a template, by the ID that its head stores. */
export async function projectOf(
  projects: Pick<ProjectStore, "find">,
  workspaceId: string,
  projectId: string | undefined,
): Promise<ProjectName> {
  const project = projectId === undefined ? undefined : await projects.find(workspaceId, projectId);
  return project ?? defaultProjectOf(workspaceId);
}
