/** Changes a template; a changed document makes its next version. */
import { isDeepStrictEqual } from "node:util";
import type { UpdateTemplate } from "../contract/templates-api.js";
import { checkAuthored } from "./check-document.js";
import type { AuthoredTemplate, AuthoringDependencies } from "./create-template.js";
import { requireProject } from "./project.js";
import { requireTemplate } from "./require-template.js";
import { changedMeanwhile, checkIfMatch } from "./template-etag.js";
import type { TemplateHead } from "./template-head.js";
import type { StoredTemplate } from "./template-version.js";

/** A race is lost only to somebody who has won it, so this many in a row mean a crowd. */
const MAX_RACES = 10;

/**
 * What the request leaves out stays. Nothing is written when nothing changes. Without `ifMatch` a change that loses a
 * race is made on the winner's state.
 *
 * @throws ServiceError `NOT_FOUND` for an unknown template or project, `VALIDATION_ERROR` with every fault,
 *   `PAYLOAD_TOO_LARGE`, `PRECONDITION_FAILED` when the template is in another state than `ifMatch` says.
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
    request.document === undefined ? undefined : await checkAuthored(checkUploads, workspaceId, request.document);
  const text = authored?.text;
  await requireProject(projects, workspaceId, request.projectId ?? undefined);
  for (let race = 1; ; race += 1) {
    const changed = change(stored, request, text, now());
    const isNewVersion = changed.version !== stored.version;
    const isWritten =
      changed.head === stored.head ||
      (await templates.update(changed.head, stored.head.revision, isNewVersion ? changed.version : undefined));
    if (isWritten) {
      const { projectId } = changed.head;
      const project = projectId === undefined ? undefined : await projects.find(workspaceId, projectId);
      return { ...changed, projectName: project?.name };
    }
    if (race === MAX_RACES) throw changedMeanwhile(stored.head);
    stored = await requireTemplate(templates, workspaceId, id, "highest");
    checkIfMatch(ifMatch, stored.head);
  }
}

/** The template as the request wants it; the very same head and version where that is how they are. */
function change(
  stored: StoredTemplate,
  request: UpdateTemplate,
  text: string | undefined,
  nowMs: number,
): StoredTemplate {
  const { head, version } = stored;
  const described = describe(head, request);
  const isNewVersion = text !== undefined && !isSameJson(text, version.document);
  if (!isNewVersion && isDeepStrictEqual(described, head)) return stored;
  const next: TemplateHead = {
    ...described,
    highestVersion: head.highestVersion + (isNewVersion ? 1 : 0),
    revision: head.revision + 1,
    // Clocks of two functions differ; a change never moves a template back in the list.
    updatedAtMs: Math.max(nowMs, head.updatedAtMs + 1),
  };
  if (!isNewVersion) return { head: next, version };
  const { id, workspaceId } = head;
  const made = { version: next.highestVersion, name: next.name, document: text, createdAtMs: nowMs };
  return { head: next, version: { id, workspaceId, ...made } };
}

function describe(head: TemplateHead, request: UpdateTemplate): TemplateHead {
  const { description, projectId, ...kept } = head;
  const newDescription = (request.description ?? description) || undefined;
  const newProjectId = request.projectId === undefined ? projectId : (request.projectId ?? undefined);
  return {
    ...kept,
    ...(request.name !== undefined && { name: request.name }),
    ...(newDescription !== undefined && { description: newDescription }),
    ...(newProjectId !== undefined && { projectId: newProjectId }),
  };
}

/** Whether two JSON texts say the same, in whatever order their keys are. */
export function isSameJson(a: string, b: string): boolean {
  return a === b || isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}
