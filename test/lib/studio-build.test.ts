import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { siteFiles } from "../../lib/site-files.js";
import { design } from "../../packages/studio/src/messages/en/design.js";

const FIRST_SCREEN_BYTES = 60_000;
const PAGE_BYTES = 40_000;
/** The editor has more to do than other pages, and is loaded with its own page only. */
const EDITOR_BYTES = 120_000;
/** The limit of each further part of the editor, such as a dialog or the handles of gradients. */
const PART_BYTES = 20_000;
/** The limit of what the JSON beside the canvas adds to the editor. */
const CODE_BYTES = 120_000;

const files = new Map([...siteFiles()].filter(([path]) => path.startsWith("studio/")));
const textOf = (path: string): string => files.get(path)?.content.toString() ?? "";
const scripts = [...files.keys()].filter((path) => path.endsWith(".js"));
const [entry = ""] = [...textOf("studio/index.html").matchAll(/<script[^>]*src="\/([^"]+)"/g)].map(([, path]) => path);

/** Returns a script and everything that it imports when it is loaded, but not what it may load later. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of textOf(path).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) {
    withImports(`studio/assets/${name ?? ""}`, found);
  }
  return found;
}

/** Whether a script is the editor for code, or imports it. */
const isCode = (path: string): boolean => [...withImports(path)].some((name) => textOf(name).includes("cm-content"));

const bytesOf = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + gzipSync(textOf(path)).length, 0);
/** The script of a page. Its texts can be a smaller script of the same name. */
const pageOf = (name: string): string =>
  scripts
    .filter((path) => path.startsWith(`studio/assets/${name}-`))
    .toSorted((one, other) => textOf(other).length - textOf(one).length)[0] ?? "";
const first = new Set([...withImports(entry), ...withImports(pageOf("gallery"))]);

test("the first screen of the studio has at most 60 kB of compressed JavaScript", () => {
  expect(first.size).toBeGreaterThan(1);
  expect(bytesOf(first)).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
});

/** The scripts that the editor loads when they are needed. Each imports its page. */
const editorParts = scripts.filter(
  (path) => path !== pageOf("editor") && !isCode(path) && withImports(path).has(pageOf("editor")),
);

test("each further page of the studio adds at most 40 kB of compressed JavaScript, and the editor 120 kB", () => {
  const editor = pageOf("editor");
  const pages = scripts
    .filter((path) => !isCode(path) && !editorParts.includes(path))
    .map((path) => {
      const added = [...withImports(path)].filter((name) => !first.has(name));
      return [path, bytesOf(added)] as const;
    });
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter(([path, bytes]) => bytes > PAGE_BYTES && path !== editor)).toEqual([]);
  expect(new Map(pages).get(editor)).toBeLessThanOrEqual(EDITOR_BYTES);
});

test("each part that the editor loads when it is needed adds at most 20 kB of compressed JavaScript to its page", () => {
  const page = withImports(pageOf("editor"));
  const added = editorParts.map((path) => {
    const own = [...withImports(path)].filter((name) => !first.has(name) && !page.has(name));
    return [path, bytesOf(own)] as const;
  });
  expect(added.filter(([, bytes]) => bytes > PART_BYTES)).toEqual([]);
  for (const name of ["conflict-dialog", "font-choice", "stress-dialog", "paint-handles"]) {
    expect(added.map(([path]) => path)).toContainEqual(expect.stringContaining(`/${name}-`));
  }
});

test("the JSON beside the canvas adds at most 120 kB of compressed JavaScript to the editor, and no other page loads it", () => {
  const editor = withImports(pageOf("editor"));
  const code = [...withImports(pageOf("json-work"))].filter((path) => !first.has(path) && !editor.has(path));
  expect(code.filter(isCode).length).toBeGreaterThan(0);
  expect(bytesOf(code)).toBeLessThanOrEqual(CODE_BYTES);
  const others = scripts.filter((path) => !isCode(path) && [...withImports(path)].some(isCode));
  expect(others).toEqual([]);
});

test("the page of the studio has no inline code or style, and names only files of the studio", () => {
  const html = textOf("studio/index.html");
  expect(html).not.toMatch(/<style|<[a-z][^>]*\s(?:style|on\w+)=|<script(?![^>]*\ssrc=)/);
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(2);
  for (const path of named) expect([...files.keys()]).toContain(path.slice(1));
});

test("the studio names no other host, and loads nothing as a data URI", () => {
  // Namespaces are only names. Nothing is loaded from them.
  const NAMESPACES =
    /http:\/\/www\.w3\.org\/\d{4}\/[\w/]+|http:\/\/schemas\.openxmlformats\.org\/[\w/]+|https:\/\/json-schema\.org\/[\w/.-]+|http:\/\/purl\.oclc\.org\/ooxml\/[\w/]+|http:\/\/www\.inkscape\.org\/namespaces\/[\w/]+/g;
  const EXAMPLES = /https:\/\/(?:[\w-]+\.)*example\.com[\w/.-]*/g;
  for (const [path, { content }] of files) {
    if (!/\.(?:js|css|html|svg)$/.test(path)) continue;
    const text = content.toString().replace(NAMESPACES, "").replace(EXAMPLES, "");
    expect([path, text.match(/https?:\/\/[\w.-]+\.\w+/g) ?? []]).toEqual([path, []]);
    // CodeMirror draws wavy lines and tabs with data URIs. Our theme replaces the first, and nothing shows the second.
    const loads = isCode(path) ? /import\(["']?data:/ : /url\(["']?data:|import\(["']?data:/;
    expect([path, loads.test(text)]).toEqual([path, false]);
  }
});

test("the page with all components is for developers: the built studio has neither its code nor its texts", () => {
  expect([...files.keys()].filter((path) => /design/.test(path))).toEqual([]);
  for (const [path, { content }] of files) {
    if (!/\.(?:js|css)$/.test(path)) continue;
    const text = content.toString();
    expect([path, text.includes("/studio/design"), text.includes(design.lead), text.includes("swatch-ratio")]).toEqual([
      path,
      false,
      false,
      false,
    ]);
  }
});

test("files with a hash in their name may be kept for a year, and the page for a minute only", () => {
  for (const [path, { file }] of files) {
    const isPage = path === "studio/index.html";
    expect([path, file.cacheControl]).toEqual([
      path,
      isPage ? "public, max-age=60" : "public, max-age=31536000, immutable",
    ]);
  }
});
