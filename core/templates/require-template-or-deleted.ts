/** Checks that a workspace owns a template, including deleted templates. */
import { noSuchTemplate, parseTemplateId } from "./require-template.js";
import type { TemplateStore } from "./template-version.js";

/** Every template has this version. */
const FIRST_VERSION = 1;

/**
 * Pictures and signatures remain after the deletion of their template. The owner must still be able to purge and revoke
 * them, as long as the versions of the template are stored.
 *
 * @returns the template ID in lower case
 * @throws ServiceError `NOT_FOUND` if the workspace never had the template, or if its versions are no longer stored.
 */
export async function requireTemplateOrDeleted(
  store: Pick<TemplateStore, "findVersion">,
  workspaceId: string,
  id: string,
): Promise<string> {
  const templateId = parseTemplateId(id);
  if ((await store.findVersion(workspaceId, templateId, FIRST_VERSION)) === undefined) throw noSuchTemplate();
  return templateId;
}
