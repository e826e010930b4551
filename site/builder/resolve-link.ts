/** Turns the links between Markdown files into links between pages. */
import { posix } from "node:path";
import { GALLERY_PATH, pathOf } from "./navigation.js";

/** The address that replaces a link, or `undefined` if only the repository has the linked file. */
export type ResolvedLink = string | undefined;

/** Files of the repository that the service serves under another path. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/gallery/index.html": GALLERY_PATH,
  "docs/openapi.json": "/api/v1/openapi.json",
};

/**
 * Returns the address on the service that a link in a Markdown file leads to.
 *
 * @param source the Markdown file that contains the link, from `docs/`
 * @param sources the Markdown files that are pages, from `docs/`
 */
export function resolveLink(link: string, source: string, sources: ReadonlySet<string>): ResolvedLink {
  if (/^(https?:|mailto:|#|\/)/.test(link)) return link;
  const [path = "", anchor] = link.split("#");
  const target = posix.normalize(posix.join("docs", posix.dirname(source), path));
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const other = ELSEWHERE[target];
  if (other !== undefined) return other + hash;
  const page = posix.relative("docs", target);
  return sources.has(page) ? pathOf(page) + hash : undefined;
}
