/** The project of templates that were not put into another one. It is derived, so every workspace has it. */
import { DEFAULT_PROJECT_NAME } from "../contract/templates-api.js";
import { deriveUuid } from "../shared/derive-uuid.js";

/** What responses about a template say of its project. */
export interface ProjectName {
  readonly id: string;
  readonly name: string;
}

/** The default project of a workspace. It is not stored. */
export function defaultProjectOf(workspaceId: string): ProjectName {
  return { id: deriveUuid("default-project", workspaceId), name: DEFAULT_PROJECT_NAME };
}

/** The ID that the head of a template stores: none for the default project. */
export function storedProjectId(workspaceId: string, projectId: string | null | undefined): string | undefined {
  return projectId === null || projectId === defaultProjectOf(workspaceId).id ? undefined : projectId;
}
