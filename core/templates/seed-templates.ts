/** Puts the starter templates into a workspace. */
import { deriveUuid } from "../shared/derive-uuid.js";
import type { TemplateStore } from "./template-version.js";

export interface StarterTemplate {
  readonly name: string;
  readonly document: unknown;
}

/**
 * Makes each starter template of the workspace, and a next version of one whose document has changed since. A template
 * whose highest version somebody else has made is left alone. Resolves to the templates' ids by name.
 */
export async function seedTemplates(
  store: TemplateStore,
  now: () => number,
  workspaceId: string,
  starters: readonly StarterTemplate[],
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const starter of starters) {
    const id = deriveUuid("starter-template", workspaceId, starter.name);
    ids[starter.name] = id;
    const document = JSON.stringify(starter.document);
    const highest = await store.find(workspaceId, id, "highest");
    if (highest !== undefined && (highest.origin !== "starter" || highest.document === document)) continue;
    await store.putVersion({
      id,
      workspaceId,
      version: (highest?.version ?? 0) + 1,
      name: starter.name,
      document,
      origin: "starter",
      createdAtMs: now(),
    });
  }
  return ids;
}
