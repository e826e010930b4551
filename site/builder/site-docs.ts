/** Builds the documentation of the service: pages in HTML and Markdown, lists for assistants and a search index. */
import { escapeHtml } from "./escape-html.js";
import { galleryPage } from "./gallery-page.js";
import { llmsTexts } from "./llms-texts.js";
import { isEntry, NAVIGATION, pathOf } from "./navigation.js";
import { framePage } from "./page-frame.js";
import { type DocsPage, readDocs } from "./read-docs.js";
import { searchIndex } from "./search-index.js";

/** The parts of the documentation that `lib/site-files.ts` needs. Pages and texts contain `{{asset:name}}`. */
export interface SiteDocs {
  /** Files by their path below `site/`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files by the name that markers use. Their paths get a hash. */
  readonly assets: ReadonlyMap<string, Buffer>;
}

/** Returns the documentation. The same sources give the same bytes. */
export function siteDocs(version: string): SiteDocs {
  const { pages, pictures } = readDocs();
  const files = new Map<string, string>();
  files.set("docs/index.html", framePage({ ...overview(pages), headings: [], hasMarkdown: false }, version));
  for (const page of pages) {
    files.set(`${page.path.slice(1)}.html`, framePage({ ...page, hasMarkdown: true }, version));
    files.set(`${page.path.slice(1)}.md`, page.markdown);
  }
  const gallery = galleryPage(pictures);
  files.set(`${gallery.path.slice(1)}.html`, framePage(gallery, version));
  for (const [name, text] of llmsTexts(pages)) files.set(name, text);
  const assets = new Map(pictures);
  assets.set("docs-index.json", Buffer.from(JSON.stringify(searchIndex(pages))));
  return { pages: files, assets };
}

/** The page `/docs`: what people want to do, with a picture where the page has one. */
function overview(pages: readonly DocsPage[]) {
  const sections = NAVIGATION.map(({ title, entries }) => {
    const cards = entries.map((entry) => {
      const page = isEntry(entry) ? pages.find(({ source }) => source === entry.source) : undefined;
      const href = isEntry(entry) ? pathOf(entry.source) : entry.href;
      const text = isEntry(entry) ? (page?.description ?? "") : entry.description;
      const image = isEntry(entry) && entry.source.startsWith("guides/") ? cardPicture(page) : "";
      return `<li>${image}<a href="${href}">${escapeHtml(entry.label)}</a><p>${escapeHtml(firstSentence(text))}</p></li>`;
    });
    return `<h2>${title}</h2><ul class="cards">${cards.join("\n")}</ul>`;
  });
  return {
    path: "/docs",
    title: "Documentation",
    description: "Guides and reference of the image render service.",
    html: sections.join("\n"),
  };
}

/** Returns the result of a guide, which is its first picture. The text beside it says the same, so it is decoration. */
function cardPicture(page: DocsPage | undefined): string {
  if (page?.picture === undefined) return "";
  const { src, width, height } = page.picture;
  return `<img src="${src}" alt="" width="${width}" height="${height}" loading="lazy">`;
}

function firstSentence(text: string): string {
  return /^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}
