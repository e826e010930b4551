/** Reads a template version and checks its document. */
import { ServiceError, validationError } from "../contract/errors.js";
import { checkTemplateDocument } from "../contract/template/check-template-document.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { parseTemplateId, requireTemplate } from "./require-template.js";
import type {
  PublicTemplateReader,
  TemplateStore,
  TemplateVersion,
  TemplateVersionReader,
} from "./template-version.js";

export interface LoadedTemplate {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly document: TemplateDocument;
}

/**
 * @throws ServiceError `NOT_FOUND` when the workspace has no such template or version, `VALIDATION_ERROR` when the
 *   stored document is broken; its text names the first fault, `details.issues` all of them.
 */
export async function loadTemplate(
  store: Pick<TemplateStore, "find">,
  workspaceId: string,
  templateId: string,
  version: number | undefined,
): Promise<LoadedTemplate> {
  const stored = await requireTemplate(store, workspaceId, templateId, version ?? "highest");
  return checked({ ...stored.version, name: stored.head.name });
}

/** As `loadTemplate`, for a URL whose signature was verified. Resolves to the template and the workspace that owns it. */
export async function loadPublicTemplate(
  store: PublicTemplateReader,
  templateId: string,
  version: number | undefined,
): Promise<{ readonly template: LoadedTemplate; readonly workspaceId: string }> {
  const stored = await store.findPublic(parseTemplateId(templateId), version ?? "highest");
  if (stored === undefined) {
    const wanted = version === undefined ? "template" : `version ${version} of the template`;
    throw new ServiceError("NOT_FOUND", `There is no ${wanted} that this image is made of.`);
  }
  const { head } = stored;
  return { template: checked({ ...stored.version, name: head.name }), workspaceId: head.workspaceId };
}

/** As `loadTemplate`, for what was created while the template was there: it may have been deleted since. */
export async function loadTemplateVersion(
  store: TemplateVersionReader,
  workspaceId: string,
  templateId: string,
  version: number,
): Promise<LoadedTemplate> {
  const stored = await store.findVersion(workspaceId, templateId, version);
  if (stored === undefined) {
    throw new ServiceError("NOT_FOUND", `There is no version ${version} of template ${templateId} in this workspace.`);
  }
  return checked(stored);
}

function checked({ id, name, version, document: text }: TemplateVersion): LoadedTemplate {
  const result = checkTemplateDocument(parseJson(text));
  if ("issues" in result) {
    const [first] = result.issues;
    const place = first === undefined ? "" : ` At ${first.path === "" ? "its top" : first.path}: ${first.message}`;
    throw validationError(`Version ${version} of template "${name}" is broken.${place}`, result.issues);
  }
  return { id, name, version, document: result.document };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
