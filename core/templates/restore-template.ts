/** Restores deleted templates, and lists those that can be restored. */
import { ServiceError } from "../contract/errors.js";
import type { ListTemplatesQuery } from "../contract/templates-api.js";
import { DAY_MS } from "../shared/day-ms.js";
import { VERSIONS_KEPT_MS } from "./delete-template.js";
import { listTemplates, type ListTemplatesDependencies, type TemplateList } from "./list-templates.js";
import { noSuchTemplate, parseTemplateId, requireTemplate } from "./require-template.js";
import type { StoredTemplate, TemplateStore } from "./template-version.js";

export interface RestoreTemplateDependencies {
  readonly templates: Pick<TemplateStore, "restore" | "find">;
  readonly now: () => number;
}

/** Each further attempt means that another call deleted or restored the template. */
const ATTEMPTS = 3;

/**
 * Brings a deleted template back with all its versions, and returns it. A template that is not deleted is returned as it
 * is, so that a repeated request does no harm.
 *
 * @throws ServiceError `NOT_FOUND`, `GONE` if its versions are no longer kept, `CONFLICT` if it is being deleted and
 *   restored by others at the same time.
 */
export async function restoreTemplate(
  { templates, now }: RestoreTemplateDependencies,
  workspaceId: string,
  id: string,
): Promise<StoredTemplate> {
  const templateId = parseTemplateId(id);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const result = await templates.restore(workspaceId, templateId, { nowMs: now(), keptMs: VERSIONS_KEPT_MS });
    if (result === "missing") throw noSuchTemplate();
    if (result === "expired") {
      const days = VERSIONS_KEPT_MS / DAY_MS;
      const message = `The template was deleted more than ${days} days ago, and its versions are no longer kept. It cannot be restored.`;
      throw new ServiceError("GONE", message, { details: { template: templateId } });
    }
    if (result !== "changed") return await requireTemplate(templates, workspaceId, templateId, "highest");
  }
  throw new ServiceError("CONFLICT", "The template is being deleted or restored by another request. Try again.");
}

export interface ListDeletedDependencies extends Pick<ListTemplatesDependencies, "projects"> {
  readonly templates: Pick<TemplateStore, "listDeletedPage">;
  readonly now: () => number;
}

/** Returns the end of the time in which a template that was deleted at `deletedAtMs` can be restored. */
export function restorableUntilMs(deletedAtMs: number): number {
  return deletedAtMs + VERSIONS_KEPT_MS;
}

/** Lists the templates that can be restored. Their `updatedAtMs` is the time of the deletion. */
export async function listDeletedTemplates(
  { templates, projects, now }: ListDeletedDependencies,
  workspaceId: string,
  query: ListTemplatesQuery,
): Promise<TemplateList> {
  const nowMs = now();
  const listPage: TemplateStore["listPage"] = async (...page) => {
    const { templates: found, next } = await templates.listDeletedPage(...page);
    return { templates: found.filter(({ updatedAtMs }) => restorableUntilMs(updatedAtMs) > nowMs), next };
  };
  return await listTemplates({ templates: { listPage }, projects }, workspaceId, query);
}
