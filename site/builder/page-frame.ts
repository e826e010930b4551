/** The frame around every page of the documentation: bar, side bar, headings of the page, neighbors. */
import { escapeHtml } from "./escape-html.js";
import { isEntry, NAVIGATION, pathOf, REFERENCE_PATH } from "./navigation.js";
import type { Heading } from "./render-markdown.js";

/** A page without its frame. */
export interface FramedPage {
  /** The path on the service, for example `/docs/signing`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The content below the title. */
  readonly html: string;
  readonly headings: readonly Heading[];
  /** Whether the page is also served as Markdown. */
  readonly hasMarkdown: boolean;
}

/** Returns the whole HTML document of a page. */
export function framePage(page: FramedPage, version: string): string {
  const { path, title, description, html, headings } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Image render service</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="{{asset:icon.svg}}" type="image/svg+xml">
<link rel="stylesheet" href="{{asset:site.css}}">
<link rel="stylesheet" href="{{asset:docs.css}}">
${page.hasMarkdown ? `<link rel="alternate" href="${path}.md" type="text/markdown">\n` : ""}<script src="{{asset:docs-code.js}}" type="module"></script>
<script src="{{asset:docs-contents.js}}" type="module"></script>
<script src="{{asset:docs-search.js}}" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${bar()}
<div class="columns">
<nav class="side" id="pages" popover aria-label="Pages">${sideBar(path)}</nav>
<main id="content">
<h1>${escapeHtml(title)}</h1>
${html.includes("data-key") ? keyField() : ""}${contents(headings, "details")}
<div class="prose">
${html}</div>
${neighbors(path)}
<footer><span>Version ${version}</span>${page.hasMarkdown ? `<a href="${path}.md">This page as Markdown</a>` : ""}<a href="/llms.txt">llms.txt</a></footer>
</main>
<aside class="contents">${contents(headings, "nav")}</aside>
</div>
${searchDialog()}
</body>
</html>
`;
}

function bar(): string {
  return `<header class="bar">
<button type="button" class="button menu" popovertarget="pages">Pages</button>
<a class="home" href="/"><img src="{{asset:icon.svg}}" alt="" width="20" height="20"><span>Image render service</span></a>
<button type="button" class="button search" data-search-open aria-keyshortcuts="Control+K /"><span>Search</span><kbd>Ctrl K</kbd></button>
<nav aria-label="Service">
<a href="/studio">Studio</a>
<a href="/docs" aria-current="page">Documentation</a>
<a class="more" href="${REFERENCE_PATH}">API reference</a>
</nav>
</header>`;
}

function sideBar(current: string): string {
  const start = `<ul><li>${sideLink("/docs", "Overview", current)}</li></ul>`;
  const sections = NAVIGATION.map(({ title, entries }) => {
    const links = entries.map((entry) => {
      const href = isEntry(entry) ? pathOf(entry.source) : entry.href;
      return `<li>${sideLink(href, entry.label, current)}</li>`;
    });
    return `<h2>${title}</h2><ul>${links.join("")}</ul>`;
  });
  return [start, ...sections].join("\n");
}

function sideLink(href: string, label: string, current: string): string {
  return `<a href="${href}"${href === current ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>`;
}

/** Returns the headings of the page: beside it on wide screens, above it on others. */
function contents(headings: readonly Heading[], element: "nav" | "details"): string {
  const shown = headings.filter(({ level }) => level <= (headings.length > 40 ? 2 : 3));
  if (shown.length < 2) return "";
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  const list = `<ul>${items.join("")}</ul>`;
  if (element === "nav") return `<nav aria-label="On this page"><h2>On this page</h2>${list}</nav>`;
  return `<details class="contents-above"><summary>On this page</summary>${list}</details>\n`;
}

/** Returns the field for a key. Only the memory of the page keeps the key. */
function keyField(): string {
  return `<form class="key-field" data-key-field>
<label for="api-key">Your API key</label>
<input id="api-key" type="text" placeholder="irs_…" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="api-key-help">
<span id="api-key-help">fills in the examples on this page. Only the page’s memory keeps it.</span>
</form>
`;
}

function neighbors(path: string): string {
  const all = NAVIGATION.flatMap(({ entries }) => entries).map((entry) => ({
    href: isEntry(entry) ? pathOf(entry.source) : entry.href,
    label: entry.label,
  }));
  const at = all.findIndex(({ href }) => href === path);
  if (at < 0) return "";
  const link = (index: number, word: string) => {
    const page = all[index];
    if (page === undefined) return "";
    return `<a href="${page.href}" class="${word.toLowerCase()}"><span>${word}</span>${escapeHtml(page.label)}</a>`;
  };
  return `<nav class="neighbors" aria-label="Neighboring pages">${link(at - 1, "Previous")}${link(at + 1, "Next")}</nav>`;
}

/** The dialog for the search. Its script and its index are loaded when it is opened for the first time. */
function searchDialog(): string {
  return `<dialog class="search-dialog" aria-label="Search" data-search data-library="{{asset:minisearch.js}}" data-index="{{asset:docs-index.json}}">
<form method="dialog">
<input type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="search-results" aria-autocomplete="list">
<button type="submit" class="button">Close</button>
</form>
<p class="search-status" role="status"></p>
<ul id="search-results" role="listbox" aria-label="Results"></ul>
</dialog>`;
}
