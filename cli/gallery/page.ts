/** The page of the gallery: one HTML file with its style. It only loads the pictures in its own folder. */
import type { Example } from "../../examples/read-topics.js";

/** An example with its picture. */
export interface GalleryItem {
  readonly example: Example;
  /** The file of the picture, in the folder of the page. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** The codes of the render's warnings. */
  readonly warnings: readonly string[];
}

/** Items under one heading. */
export interface GallerySection {
  readonly title: string;
  readonly items: readonly GalleryItem[];
}

/** The path from the folder of the page to the examples. */
const EXAMPLES = "../../examples";

const STYLE = `
  :root { color-scheme: light dark; --text: #1b1f2a; --muted: #667085; --paper: #fbfaf7; --card: #ffffff; --rule: #e4e0d6; --link: #2a7f86; }
  @media (prefers-color-scheme: dark) {
    :root { --text: #eceef4; --muted: #9aa3b5; --paper: #14161d; --card: #1d2029; --rule: #323644; --link: #7cc6cb; }
  }
  body { margin: 0 auto; padding: 48px 24px; max-width: 1320px; background: var(--paper); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  h1 { margin: 0 0 8px; font-size: 34px; letter-spacing: -0.02em; }
  h2 { margin: 56px 0 16px; font-size: 22px; letter-spacing: -0.01em; }
  nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 16px; }
  a { color: var(--link); }
  code { font: 0.92em ui-monospace, monospace; }
  .items { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 520px), 1fr)); gap: 24px; align-items: start; }
  figure { margin: 0; padding: 12px; background: var(--card); border: 1px solid var(--rule); border-radius: 12px; }
  /* The squares are visible behind pictures without a background. */
  img { display: block; max-width: 100%; height: auto; margin: 0 auto; border-radius: 6px; background: repeating-conic-gradient(#d9d9d9 0 25%, #f4f4f4 0 50%) 0 0 / 20px 20px; }
  figcaption { padding: 12px 4px 4px; }
  figcaption strong { display: block; }
  figcaption p { margin: 2px 0 6px; color: var(--muted); font-size: 14px; }
  .facts { font-size: 13px; color: var(--muted); }
`;

/** Returns the text of `docs/gallery/index.html`. */
export function galleryPage(sections: readonly GallerySection[]): string {
  const links = sections.map(({ title }) => `<a href="#${anchorOf(title)}">${escapeHtml(title)}</a>`).join("\n    ");
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Gallery</title>
  <style>${STYLE}</style>
</head>
<body>
  <h1>Gallery</h1>
  <p>Every starter template and every feature of the template language, rendered with <code>npx irs render</code>. <code>npm run generate</code> writes this page.</p>
  <nav>
    ${links}
  </nav>
${sections.map(sectionHtml).join("\n")}
</body>
</html>
`;
}

function sectionHtml({ title, items }: GallerySection): string {
  return `  <h2 id="${anchorOf(title)}">${escapeHtml(title)}</h2>
  <div class="items">
${items.map(itemHtml).join("\n")}
  </div>`;
}

function itemHtml({ example, file, width, height, warnings }: GalleryItem): string {
  const source = (name: string) => `<a href="${escapeHtml(`${EXAMPLES}/${example.folder}/${name}.json`)}">${name}</a>`;
  const facts = [
    source("template"),
    ...(example.hasRequest ? [source("request")] : []),
    ...warnings.map((code) => `<code>${escapeHtml(code)}</code>`),
  ];
  return `    <figure>
      <a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" width="${width}" height="${height}" loading="lazy" alt="${escapeHtml(example.name)}"></a>
      <figcaption>
        <strong>${escapeHtml(example.name)}</strong>
        <p>${withCode(example.description)}</p>
        <span class="facts">${facts.join(" · ")}</span>
      </figcaption>
    </figure>`;
}

function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** Returns a description as HTML. Text between backticks becomes code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
