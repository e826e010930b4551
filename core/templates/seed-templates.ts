/** Creates and updates the starter templates of a workspace. */
import { CURRENT_EDITION } from "@image-render/engine/document";
import { deriveUuid } from "../shared/derive-uuid.js";
import type { TemplateStore } from "./template-version.js";
import { isSameJson } from "./update-template.js";

export interface StarterTemplate {
  readonly name: string;
  readonly document: unknown;
}

/**
 * Creates each starter template, or a new version if its document changed. Does not change a template that a user
 * deleted or edited. Resolves to the template IDs by name.
 */
export async function seedTemplates(
  store: Pick<TemplateStore, "find" | "create" | "update">,
  now: () => number,
  workspaceId: string,
  starters: readonly StarterTemplate[],
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { name, document } of starters) {
    const id = deriveUuid("starter-template", workspaceId, name);
    ids[name] = id;
    await seedTemplate(store, now(), { id, workspaceId, name, document: JSON.stringify(document) });
  }
  return ids;
}

/** If another writer changes the template at the same time, this change is dropped. The next deployment tries again. */
async function seedTemplate(
  store: Pick<TemplateStore, "find" | "create" | "update">,
  createdAtMs: number,
  starter: { readonly id: string; readonly workspaceId: string; readonly name: string; readonly document: string },
): Promise<void> {
  const { id, workspaceId, name, document } = starter;
  const created = { origin: "starter", edition: CURRENT_EDITION, createdAtMs } as const;
  const highest = await store.find(workspaceId, id, "highest");
  if (highest === undefined) {
    const head = { id, workspaceId, name, highestVersion: 1, revision: 1, createdAtMs, updatedAtMs: createdAtMs };
    await store.create({ head, version: { ...starter, version: 1, ...created } });
    return;
  }
  const { head, version } = highest;
  if (version.origin !== "starter" || isSameJson(version.document, document)) return;
  const highestVersion = head.highestVersion + 1;
  const updatedAtMs = Math.max(createdAtMs, head.updatedAtMs + 1);
  await store.update({ ...head, highestVersion, revision: head.revision + 1, updatedAtMs }, head.revision, {
    ...starter,
    name: head.name,
    version: highestVersion,
    ...created,
  });
}
