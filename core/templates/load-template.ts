/** Reads a template version and parses its document. */
import * as z from "zod";
import { issuesError, ServiceError } from "../contract/errors.js";
import { checkTemplateDocument, FIRST_EDITION, type TemplateDocument } from "@image-render/engine/document";
import { parseTemplateId, requireTemplate } from "./require-template.js";
import type {
  PublicTemplateReader,
  StoredTemplate,
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
 * @throws ServiceError `NOT_FOUND` if the workspace has no such template or version, `VALIDATION_ERROR` if the current
 *   rules refuse the stored document. The message contains the first issue, and `details.issues` contains all of them.
 *   `INTERNAL` if the stored document is corrupt.
 */
export async function loadTemplate(
  store: Pick<TemplateStore, "find">,
  workspaceId: string,
  templateId: string,
  version: number | undefined,
): Promise<LoadedTemplate> {
  const stored = await requireTemplate(store, workspaceId, templateId, version ?? "highest");
  return parseTemplate(stored);
}

/** Parses the document of a stored template. @throws ServiceError as `loadTemplate` */
export function parseTemplate({ head, version }: StoredTemplate): LoadedTemplate {
  return parseDocument({ ...version, name: head.name });
}

/** Like `loadTemplate`, for a URL with a verified signature. Also resolves to the workspace that owns the template. */
export async function loadPublicTemplate(
  store: PublicTemplateReader,
  templateId: string,
  version: number | undefined,
): Promise<{ readonly template: LoadedTemplate; readonly workspaceId: string }> {
  const stored = await store.findPublic(parseTemplateId(templateId), version ?? "highest");
  if (stored === undefined) {
    const wanted = version === undefined ? "template" : `version ${version} of the template`;
    throw new ServiceError("NOT_FOUND", `The ${wanted} of this image does not exist.`);
  }
  return { template: parseTemplate(stored), workspaceId: stored.head.workspaceId };
}

/** Like `loadTemplate`, for a job of the template. It also finds versions of deleted templates. */
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
  return parseDocument(stored);
}

/**
 * The part that every document has in all versions of the service. A document without it was not stored by an author.
 */
const skeletonSchema = z.object({
  width: z.number(),
  height: z.union([z.number(), z.literal("hug")]),
  layers: z.array(z.unknown()),
});

/**
 * Rules become stricter, so a stored document can violate the current rules. A corrupt document is an error of the
 * service, not of the caller.
 */
function parseDocument({
  id,
  name,
  version,
  document: text,
  edition = FIRST_EDITION,
}: TemplateVersion): LoadedTemplate {
  const document = parseJson(text);
  const skeleton = skeletonSchema.safeParse(document);
  if (!skeleton.success) {
    throw new ServiceError("INTERNAL", `Version ${version} of template "${name}" cannot be read.`, {
      internal: `The stored document of version ${version} of template ${id} is corrupt.`,
      cause: skeleton.error,
    });
  }
  const result = checkTemplateDocument({ edition, ...(document as object) });
  if ("issues" in result) {
    throw issuesError(`Version ${version} of template "${name}" is not valid.`, result.issues);
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
