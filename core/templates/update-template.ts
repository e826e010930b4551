/** Changes a template. A changed document creates the next version. */
import { isDeepStrictEqual } from "node:util";
import type { UpdateTemplate } from "../contract/templates-api.js";
import { type AuthoredDocument, checkDocument } from "./check-document.js";
import type { AuthoredTemplate, AuthoringDependencies } from "./create-template.js";
import { storedProjectId } from "./default-project.js";
import { projectOf, requireProject } from "./project.js";
import { requireTemplate } from "./require-template.js";
import { changedMeanwhile, checkIfMatch } from "./template-etag.js";
import type { TemplateHead } from "./template-head.js";
import type { StoredTemplate } from "./template-version.js";

/** The maximum number of attempts. Each failed attempt means that another writer succeeded. */
const ATTEMPTS = 10;

/**
 * Attributes that the request omits do not change. If nothing changes, nothing is written. Without `ifMatch`, a change
 * that conflicts with another one is applied to the new state.
 *
 * @throws ServiceError `NOT_FOUND` for an unknown template or project, `VALIDATION_ERROR` with all issues,
 *   `PAYLOAD_TOO_LARGE`, `PRECONDITION_FAILED` if the state of the template does not match `ifMatch`.
 */
export async function updateTemplate(
  { templates, projects, checkUploads, now }: Omit<AuthoringDependencies, "newId">,
  workspaceId: string,
  id: string,
  ifMatch: string | undefined,
  request: UpdateTemplate,
): Promise<AuthoredTemplate> {
  let stored = await requireTemplate(templates, workspaceId, id, "highest");
  checkIfMatch(ifMatch, stored.head);
  const authored =
    request.document === undefined ? undefined : await checkDocument(checkUploads, workspaceId, request.document);
  await requireProject(projects, workspaceId, request.projectId ?? undefined);
  for (let attempt = 1; ; attempt += 1) {
    const changed = change(stored, request, authored, now());
    const isNewVersion = changed.version !== stored.version;
    const isWritten =
      changed.head === stored.head ||
      (await templates.update(changed.head, stored.head.revision, isNewVersion ? changed.version : undefined));
    if (isWritten) {
      return { ...changed, project: await projectOf(projects, workspaceId, changed.head.projectId) };
    }
    if (attempt === ATTEMPTS) throw changedMeanwhile(stored.head);
    stored = await requireTemplate(templates, workspaceId, id, "highest");
    checkIfMatch(ifMatch, stored.head);
  }
}

/** Returns the changed template. If the head or the version does not change, the result contains the same object. */
function change(
  stored: StoredTemplate,
  request: UpdateTemplate,
  authored: AuthoredDocument | undefined,
  nowMs: number,
): StoredTemplate {
  const { head, version } = stored;
  const described = changeAttributes(head, request);
  const isNewVersion = authored !== undefined && !isSameJson(authored.text, version.document);
  if (!isNewVersion && isDeepStrictEqual(described, head)) return stored;
  const next: TemplateHead = {
    ...described,
    highestVersion: head.highestVersion + (isNewVersion ? 1 : 0),
    revision: head.revision + 1,
    // The clocks of two functions can differ. A change must not move a template back in the list.
    updatedAtMs: Math.max(nowMs, head.updatedAtMs + 1),
  };
  if (!isNewVersion) return { head: next, version };
  const { id, workspaceId } = head;
  const { note } = request;
  const made = {
    version: next.highestVersion,
    name: next.name,
    createdAtMs: nowMs,
    ...(note !== undefined && { note }),
  };
  const {
    text: document,
    document: { edition },
  } = authored;
  return { head: next, version: { id, workspaceId, ...made, document, edition } };
}

function changeAttributes(head: TemplateHead, request: UpdateTemplate): TemplateHead {
  const { description, projectId, ...others } = head;
  const newDescription = (request.description ?? description) || undefined;
  const newProjectId =
    request.projectId === undefined ? projectId : storedProjectId(head.workspaceId, request.projectId);
  return {
    ...others,
    ...(request.name !== undefined && { name: request.name }),
    ...(newDescription !== undefined && { description: newDescription }),
    ...(newProjectId !== undefined && { projectId: newProjectId }),
  };
}

/** Returns whether two JSON texts are equal, apart from the order of keys. */
export function isSameJson(a: string, b: string): boolean {
  return a === b || isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}
