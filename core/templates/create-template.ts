/** Stores a new template. */
import { validationError } from "../contract/errors.js";
import type { CreateTemplate } from "../contract/templates-api.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import { checkDocument } from "./check-document.js";
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

type RecordFor = (template: AuthoredTemplate) => IdempotencyRecord;

/** @throws ServiceError `VALIDATION_ERROR` with all issues, `PAYLOAD_TOO_LARGE`, `NOT_FOUND` for an unknown project. */
export async function createTemplate(
  dependencies: AuthoringDependencies,
  workspaceId: string,
  request: CreateTemplate,
): Promise<AuthoredTemplate>;
/**
 * Also writes an idempotency record.
 *
 * @param recordFor creates the record
 * @returns `undefined` if an earlier request wrote the record. This request then wrote nothing.
 */
export async function createTemplate(
  dependencies: AuthoringDependencies,
  workspaceId: string,
  request: CreateTemplate,
  recordFor: RecordFor | undefined,
): Promise<AuthoredTemplate | undefined>;
export async function createTemplate(
  dependencies: AuthoringDependencies,
  workspaceId: string,
  request: CreateTemplate,
  recordFor?: RecordFor,
): Promise<AuthoredTemplate | undefined> {
  const template = await draftTemplate(dependencies, workspaceId, request);
  const { head, version } = template;
  const creation = await dependencies.templates.create({ head, version }, recordFor?.(template));
  if (creation === "exists") throw new Error(`The new template ID ${head.id} already exists.`);
  return creation === "created" ? template : undefined;
}

async function draftTemplate(
  { projects, checkUploads, now, newId }: AuthoringDependencies,
  workspaceId: string,
  request: CreateTemplate,
): Promise<AuthoredTemplate> {
  const { text, document } = await checkDocument(checkUploads, workspaceId, request.document);
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
  return {
    project,
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
    version: { id, workspaceId, version: 1, name, document: text, edition: document.edition, createdAtMs },
  };
}
