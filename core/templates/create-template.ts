/** Stores a new template. */
import { validationError } from "../contract/errors.js";
import type { CreateTemplate } from "../contract/templates-api.js";
import { checkDocumentWithUploads } from "./check-document.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import { type ProjectName, storedProjectId } from "./default-project.js";
import { type ProjectStore, requireProject } from "./project.js";
import type { StoredTemplate, TemplateStore } from "./template-version.js";

export interface AuthoringDependencies {
  readonly templates: TemplateStore;
  readonly projects: Pick<ProjectStore, "find">;
  readonly checkUploads: UploadCheck;
  readonly now: () => number;
  readonly newId: () => string;
}

/** A stored template and its project. */
export interface AuthoredTemplate extends StoredTemplate {
  readonly project: ProjectName;
}

/** @throws ServiceError `VALIDATION_ERROR` with all issues, `PAYLOAD_TOO_LARGE`, `NOT_FOUND` for an unknown project. */
export async function createTemplate(
  { templates, projects, checkUploads, now, newId }: AuthoringDependencies,
  workspaceId: string,
  request: CreateTemplate,
): Promise<AuthoredTemplate> {
  const { text, document } = await checkDocumentWithUploads(checkUploads, workspaceId, request.document);
  const name = request.name ?? document.name?.trim() ?? "";
  if (name === "") {
    throw validationError("The template needs a name.", [
      { path: "name", message: "It is required, because the document has no name." },
    ]);
  }
  const project = await requireProject(projects, workspaceId, request.projectId);
  const description = (request.description ?? document.description) || undefined;
  const projectId = storedProjectId(workspaceId, project.id);
  const id = newId();
  const createdAtMs = now();
  const stored: StoredTemplate = {
    head: {
      id,
      workspaceId,
      name,
      ...(description !== undefined && { description }),
      ...(projectId !== undefined && { projectId }),
      highestVersion: 1,
      revision: 1,
      createdAtMs,
      updatedAtMs: createdAtMs,
    },
    version: { id, workspaceId, version: 1, name, document: text, createdAtMs },
  };
  if (!(await templates.create(stored))) throw new Error(`The new template ID ${id} already exists.`);
  return { ...stored, project };
}
