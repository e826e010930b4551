/** The texts that the search of the documentation covers: one entry for each heading. */
import type { DocsPage } from "./read-docs.js";

/** A part of a page. The names are short, because the file has many of them. */
export interface SearchEntry {
  readonly id: number;
  /** The address of the part. */
  readonly href: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the part. */
  readonly title: string;
  readonly text: string;
}

/** Returns the parts of all pages. */
export function searchIndex(pages: readonly DocsPage[]): readonly SearchEntry[] {
  return pages.flatMap((page) => partsOf(page)).map((part, id) => ({ id, ...part }));
}

function partsOf({ path, title, html, headings }: DocsPage): Omit<SearchEntry, "id">[] {
  const [intro = "", ...parts] = html.split(/(?=<h[2-6] id=")/);
  const first = { href: path, page: title, title, text: textOf(intro) };
  const others = parts.map((part, index) => {
    const { id = "", text = "" } = headings[index] ?? {};
    return { href: `${path}#${id}`, page: title, title: text, text: textOf(part.replace(/^<h\d[^]*?<\/h\d>/, "")) };
  });
  return [first, ...others];
}

/** Returns the text of HTML on one line. */
function textOf(html: string): string {
  return html
    .replaceAll(/<button[^]*?<\/button>/g, "")
    .replaceAll(/<\/?(p|li|td|th|tr|div|pre)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}
