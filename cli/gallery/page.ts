/** The gallery's page: one file of HTML with its style inside, pictures beside it, nothing from elsewhere. */
import { type Entry } from "./entries.js";

/** An example with the picture made of it. */
export interface Exhibit {
  readonly entry: Entry;
  /** The picture's file, beside the page. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** Codes of the warnings that came with it. */
  readonly warnings: readonly string[];
}

/** Exhibits under one heading. */
export interface Room {
  readonly title: string;
  readonly exhibits: readonly Exhibit[];
}

const STYLE = `
  :root { color-scheme: light dark; --ink: #1b1f2a; --muted: #667085; --paper: #fbfaf7; --card: #ffffff; --rule: #e4e0d6; --link: #2a7f86; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eceef4; --muted: #9aa3b5; --paper: #14161d; --card: #1d2029; --rule: #323644; --link: #7cc6cb; }
  }
  body { margin: 0 auto; padding: 48px 24px; max-width: 1320px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  h1 { margin: 0 0 8px; font-size: 34px; letter-spacing: -0.02em; }
  h2 { margin: 56px 0 16px; font-size: 22px; letter-spacing: -0.01em; }
  nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 16px; }
  a { color: var(--link); }
  code { font: 0.92em ui-monospace, monospace; }
  .room { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 520px), 1fr)); gap: 24px; align-items: start; }
  figure { margin: 0; padding: 12px; background: var(--card); border: 1px solid var(--rule); border-radius: 12px; }
  /* The squares show through pictures without a background. */
  img { display: block; max-width: 100%; height: auto; margin: 0 auto; border-radius: 6px; background: repeating-conic-gradient(#d9d9d9 0 25%, #f4f4f4 0 50%) 0 0 / 20px 20px; }
  figcaption { padding: 12px 4px 4px; }
  figcaption strong { display: block; }
  figcaption p { margin: 2px 0 6px; color: var(--muted); font-size: 14px; }
  .facts { font-size: 13px; color: var(--muted); }
`;

/** Writes the page. `examples` is the way from the page's folder to the examples. */
export function galleryPage(rooms: readonly Room[], examples: string): string {
  const links = rooms.map(({ title }) => `<a href="#${anchorOf(title)}">${escapeHtml(title)}</a>`).join("\n    ");
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
  <div>Every starter and every feature of the template language, as <code>npx irs render</code> makes it. <code>npm run gallery</code> makes this page anew.</div>
  <nav>
    ${links}
  </nav>
${rooms.map((room) => roomHtml(room, examples)).join("\n")}
</body>
</html>
`;
}

function roomHtml({ title, exhibits }: Room, examples: string): string {
  return `  <h2 id="${anchorOf(title)}">${escapeHtml(title)}</h2>
  <div class="room">
${exhibits.map((exhibit) => exhibitHtml(exhibit, examples)).join("\n")}
  </div>`;
}

function exhibitHtml({ entry, file, width, height, warnings }: Exhibit, examples: string): string {
  const source = (name: string) => `<a href="${escapeHtml(`${examples}/${entry.folder}/${name}.json`)}">${name}</a>`;
  const facts = [
    source("template"),
    ...(entry.hasRequest ? [source("request")] : []),
    ...warnings.map((code) => `<code>${escapeHtml(code)}</code>`),
  ];
  return `    <figure>
      <a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" width="${width}" height="${height}" loading="lazy" alt="${escapeHtml(entry.name)}"></a>
      <figcaption>
        <strong>${escapeHtml(entry.name)}</strong>
        <p>${withCode(entry.description)}</p>
        <span class="facts">${facts.join(" · ")}</span>
      </figcaption>
    </figure>`;
}

function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** A description with what stands between backticks as code. */
function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
