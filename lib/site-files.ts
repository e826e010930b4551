/** The static files of the web pages: those in `site/`, and the viewer of the API reference from its package. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PAGE_CACHE_SECONDS, PAGE_FILE_CACHE_SECONDS } from "../core/contract/caching.js";
import type { SiteFile, SiteManifest } from "../core/contract/site-manifest.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = join(ROOT, "site/pages");
const ASSETS = join(ROOT, "site/assets");
const PACKAGES = join(ROOT, "node_modules");

/** Files of packages by the name that the pages use. A license must accompany the files (Apache 2.0, OFL). */
const PACKAGE_FILES: Readonly<Record<string, string>> = {
  "swagger-ui.js": "swagger-ui-dist/swagger-ui-bundle.js",
  "swagger-ui.css": "swagger-ui-dist/swagger-ui.css",
  "swagger-ui-license.txt": "swagger-ui-dist/LICENSE",
  "inter-400.woff2": "@fontsource/inter/files/inter-latin-400-normal.woff2",
  "inter-500.woff2": "@fontsource/inter/files/inter-latin-500-normal.woff2",
  "inter-600.woff2": "@fontsource/inter/files/inter-latin-600-normal.woff2",
  "inter-license.txt": "@fontsource/inter/LICENSE",
  "jetbrains-mono-400.woff2": "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2",
  "jetbrains-mono-license.txt": "@fontsource/jetbrains-mono/LICENSE",
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

export interface BuiltFile {
  readonly content: Buffer;
  readonly file: SiteFile;
}

/** By path below `site/`. */
export type SiteFiles = ReadonlyMap<string, BuiltFile>;

/**
 * In a page or a style sheet, `{{asset:name}}` is the path of a file, which contains a hash of its content. In a page,
 * `{{version}}` is the version of the service. The deployment fills in `{{value:name}}` (core/site/fill-pages.ts).
 */
export function siteFiles(): SiteFiles {
  const sources = Object.entries(assetSources());
  // Style sheets refer to other assets, so they come last.
  const inOrder = sources.sort(([a], [b]) => Number(a.endsWith(".css")) - Number(b.endsWith(".css")));
  const files = new Map<string, BuiltFile>();
  const paths = new Map<string, string>();
  for (const [name, source] of inOrder) {
    const content = extname(name) === ".css" ? withPaths(source, paths) : readFileSync(source);
    const path = hashedPath(name, content);
    paths.set(name, `/${path}`);
    files.set(path, built(path, content, `public, max-age=${PAGE_FILE_CACHE_SECONDS}, immutable`, true));
  }
  for (const path of readdirSync(PAGES, { recursive: true, encoding: "utf8" }).sort()) {
    if (extname(path) !== ".html") continue;
    const content = Buffer.from(withPaths(join(PAGES, path), paths).toString().replaceAll("{{version}}", version()));
    files.set(path, built(path, content, `public, max-age=${PAGE_CACHE_SECONDS}`, false));
  }
  return files;
}

export function siteManifest(files: SiteFiles): SiteManifest {
  return Object.fromEntries([...files].map(([path, { file }]) => [path, file]));
}

/** Differs if any file or its headers differ. */
export function siteHash(files: SiteFiles): string {
  return sha256(JSON.stringify(siteManifest(files))).slice(0, 16);
}

function assetSources(): Readonly<Record<string, string>> {
  const own = readdirSync(ASSETS).map((name) => [name, join(ASSETS, name)] as const);
  const ofPackages = Object.entries(PACKAGE_FILES).map(([name, path]) => [name, join(PACKAGES, path)] as const);
  return Object.fromEntries([...own, ...ofPackages]);
}

/** The text of a file with the paths of the assets that it refers to. */
function withPaths(source: string, paths: ReadonlyMap<string, string>): Buffer {
  const text = readFileSync(source, "utf8").replace(/\{\{asset:([\w.-]+)\}\}/g, (_marker, name: string) => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`${source} refers to ${name}, which is not in site/assets.`);
    return path;
  });
  return Buffer.from(text);
}

function hashedPath(name: string, content: Buffer): string {
  const extension = extname(name);
  return `assets/${name.slice(0, -extension.length)}.${sha256(content).slice(0, 16)}${extension}`;
}

function built(path: string, content: Buffer, cacheControl: string, hashed: boolean): BuiltFile {
  const contentType = CONTENT_TYPES[extname(path)];
  if (contentType === undefined) throw new Error(`lib/site-files.ts has no content type for ${path}. Add one.`);
  return { content, file: { contentType, cacheControl, sha256: sha256(content), hashed } };
}

function version(): string {
  return (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version;
}

function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}
