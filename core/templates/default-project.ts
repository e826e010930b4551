/**
 * The default project contains the templates that are in no other project. It is derived, so every workspace has it.
 */
import { DEFAULT_PROJECT_NAME } from "../contract/templates-api.js";
import { deriveUuid } from "../shared/derive-uuid.js";

/** The part of a project that responses about its templates contain. */
export interface ProjectName {
  readonly id: string;
  readonly name: string;
}

/** Returns the default project of a workspace. It is not stored. */
export function defaultProjectOf(workspaceId: string): ProjectName {
  return { id: deriveUuid("default-project", workspaceId), name: DEFAULT_PROJECT_NAME };
}

/** Returns the project ID that the head of a template stores: `undefined` for the default project. */
export function storedProjectId(workspaceId: string, projectId: string | null | undefined): string | undefined {
  return projectId === null || projectId === defaultProjectOf(workspaceId).id ? undefined : projectId;
}
