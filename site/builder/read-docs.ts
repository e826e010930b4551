/** Reads the pages of the documentation from the Markdown files in `docs/`. */
import { existsSync, readFileSync } from "node:fs";
import { extname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { isEntry, NAVIGATION, pathOf } from "./navigation.js";
import { pictureSize } from "./picture-size.js";
import { type Picture, type RenderedPage, renderMarkdown } from "./render-markdown.js";
import { resolveLink } from "./resolve-link.js";
import { siteMarkdown } from "./site-markdown.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCS = join(ROOT, "docs");

/** A page of the documentation. */
export interface DocsPage extends RenderedPage {
  /** The Markdown file, from `docs/`. */
  readonly source: string;
  /** The path on the service, for example `/docs/signing`. */
  readonly path: string;
  /** The short name in the side bar. */
  readonly label: string;
  /** The Markdown of the page, with links to addresses of the service. */
  readonly markdown: string;
}

/** The pages in the order of the side bar, and the pictures that they show, by their path in the repository. */
export interface Docs {
  readonly pages: readonly DocsPage[];
  readonly pictures: Map<string, Buffer>;
}

/** @throws Error if a Markdown file or a picture does not exist */
export function readDocs(): Docs {
  const entries = NAVIGATION.flatMap(({ entries }) => entries).filter(isEntry);
  const sources = new Set(entries.map(({ source }) => source));
  const pictures = new Map<string, Buffer>();
  const pages = entries.map(({ source, label }) => {
    const text = readFileSync(join(DOCS, source), "utf8");
    if (/\{\{(asset|value):/.test(text))
      throw new Error(`docs/${source} has a marker that the deployment would fill in.`);
    const markdown = withoutRecords(text);
    const link = (href: string) => resolveLink(href, source, sources);
    const picture = (href: string) => readPicture(posix.join("docs", posix.dirname(source), href), pictures);
    const page = renderMarkdown(markdown, { source, link, picture });
    return { ...page, source, path: pathOf(source), label, markdown: siteMarkdown(markdown, { link, picture }) };
  });
  return { pages, pictures };
}

/** Removes references to decision records: they are for people who change the service. */
function withoutRecords(markdown: string): string {
  const record = String.raw`\[decision \d+\]\([^)]*decisions/[^)]+\)`;
  return markdown
    .replaceAll(new RegExp(String.raw`\s+\((?:see )?${record}(?:(?:,| and)\s+${record})*\)`, "g"), "")
    .replaceAll(new RegExp(String.raw`\s+See ${record}\.`, "g"), "");
}

/**
 * Reads a picture, and the one for dark pages if there is a file `NAME.dark.EXTENSION` beside it.
 *
 * @param file the path from the root of the repository
 */
function readPicture(file: string, pictures: Map<string, Buffer>): Picture {
  const extension = extname(file);
  const dark = `${file.slice(0, -extension.length)}.dark${extension}`;
  const content = readFileSync(join(ROOT, file));
  pictures.set(file, content);
  const hasDark = existsSync(join(ROOT, dark));
  if (hasDark) pictures.set(dark, readFileSync(join(ROOT, dark)));
  return { src: assetMarker(file), dark: hasDark ? assetMarker(dark) : undefined, ...pictureSize(content, file) };
}

/** Returns what `lib/site-files.ts` replaces with the path of the picture. */
const assetMarker = (file: string): string => `{{asset:${file}}}`;
