/** Finds out whether a template is a workspace's, deleted ones included. */
import { noSuchTemplate, parseTemplateId } from "./require-template.js";
import type { TemplateStore } from "./template-version.js";

/** Versions are immutable, and every template has this one. */
const FIRST_VERSION = 1;

/**
 * Pictures and signatures outlive their template, so its owner must be able to end them after its deletion, for as long
 * as its versions are kept.
 *
 * @returns the template's id in lower case
 * @throws ServiceError `NOT_FOUND` when the workspace has and had no such template.
 */
export async function requireTemplateEver(
  store: Pick<TemplateStore, "findVersion">,
  workspaceId: string,
  id: string,
): Promise<string> {
  const templateId = parseTemplateId(id);
  if ((await store.findVersion(workspaceId, templateId, FIRST_VERSION)) === undefined) throw noSuchTemplate();
  return templateId;
}
