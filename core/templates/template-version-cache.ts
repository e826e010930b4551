import { LRUCache } from "lru-cache";
import { type LoadedTemplate, loadTemplateVersion } from "./load-template.js";

export type LoadTemplateVersion = typeof loadTemplateVersion;

/** Of all kept documents as JSON text. Parsed, they take about five times as much. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * As `loadTemplateVersion`, for a function that loads the same versions again and again: reading and checking one takes
 * about two milliseconds of processor time. A version never changes, so a kept one is never old.
 *
 * Make one per function, for one store.
 */
export function createTemplateVersionCache(): LoadTemplateVersion {
  const kept = new LRUCache<string, LoadedTemplate>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document }) => JSON.stringify(document).length,
  });
  return async (store, workspaceId, templateId, version) => {
    // With the workspace: only its owner may load a version.
    const key = `${workspaceId} ${templateId} ${version}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const loaded = await loadTemplateVersion(store, workspaceId, templateId, version);
    kept.set(key, loaded);
    return loaded;
  };
}
