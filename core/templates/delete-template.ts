/** Deletes a template. */
import { DAY_MS } from "../shared/day-ms.js";
import { noSuchTemplate, parseTemplateId } from "./require-template.js";
import type { TemplateStore } from "./template-version.js";

/**
 * How long the versions of a deleted template are kept. No queue keeps a message this long, so jobs that were queued
 * before the deletion still find their version. Until then, the template can be restored.
 */
export const VERSIONS_KEPT_MS = 15 * DAY_MS;

export interface DeleteTemplateDependencies {
  readonly templates: Pick<TemplateStore, "remove">;
  readonly now: () => number;
}

/**
 * Deletes a template. Its pictures remain, and its queued jobs are still rendered.
 *
 * @throws ServiceError `NOT_FOUND`.
 */
export async function deleteTemplate(
  { templates, now }: DeleteTemplateDependencies,
  workspaceId: string,
  id: string,
): Promise<void> {
  const nowMs = now();
  const times = { nowMs, forgetAtMs: nowMs + VERSIONS_KEPT_MS };
  if (!(await templates.remove(workspaceId, parseTemplateId(id), times))) throw noSuchTemplate();
}
