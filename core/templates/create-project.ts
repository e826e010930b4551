/** Makes a project. */
import { validationError } from "../contract/errors.js";
import { MAX_PROJECTS } from "../contract/limits.js";
import type { ProjectRecord, ProjectStore } from "./project.js";

export interface CreateProjectDependencies {
  readonly projects: ProjectStore;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Names need not be unique. @throws ServiceError `VALIDATION_ERROR` when the workspace has as many as it may. */
export async function createProject(
  { projects, now, newId }: CreateProjectDependencies,
  workspaceId: string,
  name: string,
): Promise<ProjectRecord> {
  // Two at once may both be the last one, which is not worth a counter.
  if ((await projects.list(workspaceId)).length >= MAX_PROJECTS) {
    const message = `A workspace has at most ${MAX_PROJECTS} projects.`;
    throw validationError(message, [{ path: "name", message }]);
  }
  const project = { id: newId(), workspaceId, name, createdAtMs: now() };
  await projects.put(project);
  return project;
}
