/** The static files of the site. They come from `site/`, from packages that the pages use, and from builds. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { SiteFile, SiteManifest } from "../core/deployment/site-manifest.js";
import { SITE_FOLDERS, SITE_ROOT_FILES } from "../core/deployment/site-paths.js";
import { siteDocs } from "../site/builder/site-docs.js";
import { headersOf, kindOf, type SiteFileKind } from "./site-file-kinds.js";
import { buildStudio } from "./studio-build.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGES = join(ROOT, "site/pages");
const ASSETS = join(ROOT, "site/assets");
const PACKAGES = join(ROOT, "node_modules");

/** Files of packages by the names that the pages use. A license must accompany the files (Apache 2.0, OFL). */
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
  "minisearch.js": "minisearch/dist/es/index.js",
  "minisearch-license.txt": "minisearch/LICENSE.txt",
};

/** A folder that another program has built, for example with a bundler. */
export interface SiteBuild {
  /** The folder of the site that receives the files. */
  readonly at: (typeof SITE_FOLDERS)[number];
  /** The folder that contains the files, at any depth. */
  readonly folder: string;
  /** Matches the paths whose names contain a hash of the content. Browsers keep those files for a year. */
  readonly hashed: RegExp;
}

/** Returns the builds that the site contains besides the pages in `site/`. */
const ownBuilds = (): readonly SiteBuild[] => [{ at: "studio", folder: buildStudio(), hashed: /^assets\// }];

export interface BuiltFile {
  readonly content: Buffer;
  readonly file: SiteFile;
}

/** The files of the site by path below `site/`. */
export type SiteFiles = ReadonlyMap<string, BuiltFile>;

/**
 * Returns the files of the site. In a page or a style sheet of `site/` and in the documentation, `{{asset:name}}` becomes
 * the path of a file. The path contains a hash of the content. In a page of `site/`, `{{version}}` becomes the version of
 * the service. The deployment fills in `{{value:name}}` (core/site/fill-pages.ts). The files of builds stay as they are.
 *
 * @throws Error if two files have the same path, or if the edge function does not serve the path of a file
 */
export function siteFiles(builds?: readonly SiteBuild[]): SiteFiles {
  if (builds !== undefined) return buildSite(builds);
  // A synthesis needs the files for the layer and for the hash in the bootstrap. Each build takes about a second.
  own ??= buildSite(ownBuilds());
  return own;
}

let own: SiteFiles | undefined;

function buildSite(builds: readonly SiteBuild[]): SiteFiles {
  const files = new Map<string, BuiltFile>();
  const add = (path: string, content: Buffer, kind: SiteFileKind): void => {
    if (!isServed(path)) {
      throw new Error(`No request reaches ${path}. Add its folder to SITE_FOLDERS in core/deployment/site-paths.ts.`);
    }
    if (files.has(path)) throw new Error(`Two files of the site have the path ${path}.`);
    const file = { ...headersOf(path, kind), sha256: sha256(content), hashed: kind === "hashed" };
    files.set(path, { content, file });
  };
  const docs = siteDocs(version());
  const paths = addAssets(docs.assets, add);
  for (const [path, text] of docs.pages) add(path, Buffer.from(withPaths(text, path, paths)), kindOf(path));
  for (const path of filesIn(PAGES)) {
    const source = join(PAGES, path);
    const page = () => withPaths(readFileSync(source, "utf8"), source, paths).replaceAll("{{version}}", version());
    const kind = kindOf(path);
    add(path, kind === "page" ? Buffer.from(page()) : readFileSync(source), kind);
  }
  for (const { at, folder, hashed } of builds) {
    for (const path of filesIn(folder)) {
      add(posix.join(at, path), readFileSync(join(folder, path)), hashed.test(path) ? "hashed" : kindOf(path));
    }
  }
  return files;
}

function isServed(path: string): boolean {
  return ["index.html", ...SITE_ROOT_FILES].includes(path) || SITE_FOLDERS.some((name) => path.startsWith(`${name}/`));
}

/** Adds the files that markers name. Returns their paths by these names. */
function addAssets(
  ofDocs: ReadonlyMap<string, Buffer>,
  add: (path: string, content: Buffer, kind: SiteFileKind) => void,
): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const [name, source] of [...ofDocs, ...assetsInOrder()]) {
    const content = typeof source === "string" ? readFileSync(source) : source;
    const isStyle = extname(name) === ".css";
    const filled = isStyle ? Buffer.from(withPaths(content.toString(), name, paths)) : content;
    const path = hashedPath(name, filled);
    paths.set(name, `/${path}`);
    add(path, filled, "hashed");
  }
  return paths;
}

/** Returns the paths of the files in a folder, at any depth, in a fixed order. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
    .sort();
}

export function siteManifest(files: SiteFiles): SiteManifest {
  return Object.fromEntries([...files].map(([path, { file }]) => [path, file]));
}

/** Returns a hash that changes if a file or its headers change. */
export function siteHash(files: SiteFiles): string {
  return sha256(JSON.stringify(siteManifest(files))).slice(0, 16);
}

/** Returns the source of each asset by its name. Style sheets refer to other assets, so they come last. */
function assetsInOrder(): readonly (readonly [name: string, source: string])[] {
  const own = filesIn(ASSETS).map((name) => [name, join(ASSETS, name)] as const);
  const ofPackages = Object.entries(PACKAGE_FILES).map(([name, path]) => [name, join(PACKAGES, path)] as const);
  return [...own, ...ofPackages].sort(([a], [b]) => Number(a.endsWith(".css")) - Number(b.endsWith(".css")));
}

/** Returns a text with the paths of the assets that it refers to. */
function withPaths(text: string, source: string, paths: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{asset:([\w./@-]+)\}\}/g, (_marker, name: string) => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`${source} refers to ${name}, which is not in site/assets.`);
    return path;
  });
}

function hashedPath(name: string, content: Buffer): string {
  const extension = extname(name);
  return `assets/${name.slice(0, -extension.length)}.${sha256(content).slice(0, 16)}${extension}`;
}

function version(): string {
  return (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version;
}

function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}
