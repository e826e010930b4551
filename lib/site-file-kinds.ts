/** The kinds of the site's files, and the headers that each is served with. */
import { extname } from "node:path";
import { PAGE_CACHE_SECONDS, PAGE_FILE_CACHE_SECONDS, PLAIN_FILE_CACHE_SECONDS } from "../core/contract/caching.js";

/** `hashed`: the file name contains a hash of the content. `page`: HTML that names files of the current deployment. */
export type SiteFileKind = "hashed" | "page" | "plain";

const CACHE_CONTROL: Readonly<Record<SiteFileKind, string>> = {
  hashed: `public, max-age=${PAGE_FILE_CACHE_SECONDS}, immutable`,
  page: `public, max-age=${PAGE_CACHE_SECONDS}`,
  plain: `public, max-age=${PLAIN_FILE_CACHE_SECONDS}`,
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Returns the kind of a file from its path alone. */
export function kindOf(path: string): SiteFileKind {
  return extname(path) === ".html" ? "page" : "plain";
}

/** Returns the headers of a file. @throws Error for an extension without a content type */
export function headersOf(
  path: string,
  kind: SiteFileKind,
): { readonly contentType: string; readonly cacheControl: string } {
  const contentType = CONTENT_TYPES[extname(path)];
  if (contentType === undefined) throw new Error(`lib/site-file-kinds.ts has no content type for ${path}. Add one.`);
  return { contentType, cacheControl: CACHE_CONTROL[kind] };
}
