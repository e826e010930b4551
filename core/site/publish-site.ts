/** Stores the files of the web pages, and removes the files of earlier deployments. */
import type { SiteFile, SiteManifest } from "../deployment/site-manifest.js";
import { inGroups } from "../shared/in-groups.js";

/** The number of files that are stored or removed at the same time. Each of them is in memory as a whole. */
const CONCURRENT_FILES = 16;

/** The files of this deployment. */
export interface Site {
  readonly manifest: SiteManifest;
  read(path: string): Promise<Uint8Array>;
}

/** The store of the files. It uses the paths of the manifest. */
export interface SiteStore {
  /** Lists the paths of all stored files. */
  list(): Promise<readonly string[]>;
  put(path: string, content: Uint8Array, file: SiteFile): Promise<void>;
  remove(path: string): Promise<void>;
  /** Reads the manifest of the last deployment that was stored completely. */
  readManifest(): Promise<SiteManifest | undefined>;
  writeManifest(manifest: SiteManifest): Promise<void>;
}

export interface PublishedSite {
  readonly uploaded: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Uploads only files that differ. Files with a hash in their name are stored before the pages that refer to them, and
 * are kept until the next change: a page in a cache or in an open browser still loads them. If a run failed, the next
 * one continues where it stopped.
 */
export async function publishSite(site: Site, store: SiteStore): Promise<PublishedSite> {
  const [stored, previous = {}] = await Promise.all([store.list(), store.readManifest()]);
  const changed = Object.entries(site.manifest).filter(
    ([path, file]) => !stored.includes(path) || !isSameFile(previous[path], file),
  );
  const put = async ([path, file]: readonly [string, SiteFile]) => await store.put(path, await site.read(path), file);
  const hashed = changed.filter(([, file]) => file.hashed);
  const pages = changed.filter(([, file]) => !file.hashed);
  await inGroups(hashed, CONCURRENT_FILES, put);
  await inGroups(pages, CONCURRENT_FILES, put);

  const removed = stored.filter((path) => site.manifest[path] === undefined && previous[path]?.hashed !== true);
  await inGroups(removed, CONCURRENT_FILES, async (path) => await store.remove(path));
  if (!isSameManifest(previous, site.manifest)) await store.writeManifest(site.manifest);
  return { uploaded: [...hashed, ...pages].map(([path]) => path), removed };
}

function isSameFile(a: SiteFile | undefined, b: SiteFile | undefined): boolean {
  return a?.sha256 === b?.sha256 && a?.contentType === b?.contentType && a?.cacheControl === b?.cacheControl;
}

function isSameManifest(a: SiteManifest, b: SiteManifest): boolean {
  const paths = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...paths].every((path) => isSameFile(a[path], b[path]));
}
