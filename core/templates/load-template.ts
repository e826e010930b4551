/** Reads a template version and its document. */
import { ServiceError, validationError } from "../contract/errors.js";
import { checkTemplateDocument } from "../contract/template/check-template-document.js";
import type { TemplateDocument } from "../contract/template/document.js";
import type { TemplateStore } from "./template-version.js";

export interface LoadedTemplate {
  readonly id: string;
  readonly version: number;
  readonly document: TemplateDocument;
}

/**
 * @throws ServiceError `NOT_FOUND` when the workspace has no such template or version, `VALIDATION_ERROR` when the
 *   stored document is broken; its text names the first fault, `details.issues` all of them.
 */
export async function loadTemplate(
  store: TemplateStore,
  workspaceId: string,
  templateId: string,
  version: number | undefined,
): Promise<LoadedTemplate> {
  const stored = await store.find(workspaceId, templateId, version ?? "highest");
  if (stored === undefined) {
    const wanted = version === undefined ? "template" : `version ${version} of template`;
    throw new ServiceError("NOT_FOUND", `There is no ${wanted} ${templateId} in this workspace.`);
  }
  const checked = checkTemplateDocument(parseJson(stored.document));
  if ("issues" in checked) {
    const [first] = checked.issues;
    const place = first === undefined ? "" : ` At ${first.path === "" ? "its top" : first.path}: ${first.message}`;
    throw validationError(`Version ${stored.version} of template "${stored.name}" is broken.${place}`, checked.issues);
  }
  return { id: stored.id, version: stored.version, document: checked.document };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
