/** Creates a project. */
import { validationError } from "../contract/errors.js";
import { MAX_PROJECTS } from "../contract/limits.js";
import type { RecordFor } from "../idempotency/create-once.js";
import type { ProjectRecord, ProjectStore } from "./project.js";

export interface CreateProjectDependencies {
  readonly projects: ProjectStore;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Creates a project. Names need not be unique.
 *
 * @param recordFor creates the idempotency record, which is stored together with the project
 * @throws ServiceError `VALIDATION_ERROR` if the workspace has the maximum number of projects. AlreadyRecordedError if the
 *   record exists.
 */
export async function createProject(
  { projects, now, newId }: CreateProjectDependencies,
  workspaceId: string,
  name: string,
  recordFor?: RecordFor<ProjectRecord>,
): Promise<ProjectRecord> {
  // Two concurrent requests can exceed the limit by one. Preventing that is not worth a counter.
  if ((await projects.list(workspaceId)).length >= MAX_PROJECTS) {
    const message = `A workspace can have at most ${MAX_PROJECTS} projects.`;
    throw validationError(message, [{ path: "name", message }]);
  }
  const project = { id: newId(), workspaceId, name, createdAtMs: now() };
  await projects.put(project, recordFor?.(project));
  return project;
}
