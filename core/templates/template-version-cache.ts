import { LRUCache } from "lru-cache";
import { type LoadedTemplate, loadTemplateVersion } from "./load-template.js";

export type LoadTemplateVersion = typeof loadTemplateVersion;

/** The maximum size of all cached documents as JSON text. Parsed documents take about five times as much memory. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Like `loadTemplateVersion`, for a function that loads the same versions again and again: reading and checking one
 * takes about two milliseconds of processor time. A version never changes, so a cached version is never stale.
 *
 * Create one per function, for one store.
 */
export function createTemplateVersionCache(): LoadTemplateVersion {
  const kept = new LRUCache<string, LoadedTemplate>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document }) => JSON.stringify(document).length,
  });
  return async (store, workspaceId, templateId, version) => {
    // The key includes the workspace, because only the owner of a version may load it.
    const key = `${workspaceId} ${templateId} ${version}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const loaded = await loadTemplateVersion(store, workspaceId, templateId, version);
    kept.set(key, loaded);
    return loaded;
  };
}
