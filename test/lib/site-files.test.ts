import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { siteFiles } from "../../lib/site-files.js";

const files = siteFiles();
const pages = [...files].filter(([path]) => path.endsWith(".html"));
const assets = [...files].filter(([path]) => path.startsWith("assets/"));

describe("the files of the web pages", () => {
  test("the site has a home page and the API reference", () => {
    expect(pages.map(([path]) => path)).toEqual(["docs/index.html", "index.html"]);
  });

  test("every file that a page or a style sheet names exists, on the service's own host", () => {
    const texts = [...files].filter(([path]) => /\.html$|assets\/(site|home|docs)\..*css$/.test(path));
    const named = texts.flatMap(([, { content }]) =>
      [...content.toString().matchAll(/(?:href|src)="([^"]+)"|url\("([^"]+)"\)/g)].map(([, a, b]) => a ?? b ?? ""),
    );
    const known = [...files.keys()].map((path) => `/${path}`);
    expect(named.length).toBeGreaterThan(10);
    const isElsewhere = (path: string) => /^\/(docs(#.*)?|api\/v1\/[\w.]+)?$|^\{\{value:/.test(path);
    expect(named.filter((path) => !known.includes(path) && !isElsewhere(path))).toEqual([]);
  });

  test("the name of an asset contains a hash of its content, so browsers may keep it for a year", () => {
    for (const [path, { content, file }] of assets) {
      expect(path).toContain(createHash("sha256").update(content).digest("hex").slice(0, 16));
      expect(file).toMatchObject({ hashed: true, cacheControl: "public, max-age=31536000, immutable" });
    }
  });

  test("pages may be kept for a minute only, because they name the current assets", () => {
    for (const [, { file }] of pages) {
      expect(file).toMatchObject({ hashed: false, cacheControl: "public, max-age=60" });
    }
  });

  test("pages have no inline code or style, which the content security policy forbids", () => {
    for (const [, { content }] of pages) {
      expect(content.toString()).not.toMatch(/<style|style=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/);
    }
  });

  test("the pages show the version of the service", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    for (const [, { content }] of pages) expect(content.toString()).toContain(`Version ${version}`);
  });
});
