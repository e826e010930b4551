/** Lists the versions of a template. */
import { MAX_LISTED_VERSIONS } from "../contract/limits.js";
import { noSuchTemplate, parseTemplateId } from "./require-template.js";
import type { TemplateStore, VersionFacts } from "./template-version.js";

/** Returns up to `MAX_LISTED_VERSIONS` versions, newest first. @throws ServiceError `NOT_FOUND`. */
export async function listVersions(
  templates: Pick<TemplateStore, "listVersions">,
  workspaceId: string,
  id: string,
): Promise<readonly VersionFacts[]> {
  const versions = await templates.listVersions(workspaceId, parseTemplateId(id), MAX_LISTED_VERSIONS);
  if (versions === undefined) throw noSuchTemplate();
  return versions;
}
