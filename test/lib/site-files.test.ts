import { createHash } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { siteFiles } from "../../lib/site-files.js";
import { NOT_PAGES } from "../../site/builder/navigation.js";

const files = siteFiles();
/** Without the page of the studio, which is a build of its own (studio-build.test.ts). */
const pages = [...files].filter(([path]) => path.endsWith(".html") && !path.startsWith("studio/"));
const assets = [...files].filter(([path]) => path.startsWith("assets/"));

describe("the files of the web pages", () => {
  test("the site has a home page, the API reference, the gallery, and a page for each Markdown file of the documentation", () => {
    const documents = globSync(["docs/*.md", "docs/guides/*.md"])
      .filter((file) => !NOT_PAGES.includes(file.replace("docs/", "")))
      .map((file) => file.replace(/md$/, "html"));
    expect(documents.length).toBeGreaterThan(20);
    const others = ["docs/gallery.html", "docs/index.html", "docs/reference.html", "index.html"];
    expect(pages.map(([path]) => path).sort()).toEqual([...documents, ...others].sort());
  });

  test("every file that a page or a style sheet names exists, on the service's own host", () => {
    const texts = [...files].filter(([path]) => /\.html$|assets\/(site|home|docs|reference)\..*css$/.test(path));
    const named = texts.flatMap(([, { content }]) =>
      [
        ...content
          .toString()
          .matchAll(/(?:src|srcset|data-library|data-index|<link[^>]*href)="([^"]+)"|url\("([^"]+)"\)/g),
      ].map(([, a, b]) => a ?? b ?? ""),
    );
    const known = new Set([...files.keys()].map((path) => `/${path}`));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !known.has(path) && !path.startsWith("{{value:"))).toEqual([]);
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
      expect(content.toString()).not.toMatch(
        /<style|<[a-z][^>]*\s(?:style|on\w+)=|"javascript:|<script(?![^>]*\ssrc=)/,
      );
    }
  });

  test("the pages show the version of the service", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    for (const [, { content }] of pages) expect(content.toString()).toContain(`Version ${version}`);
  });
});

describe("the output of a build in the site", () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("studio/index.html", '<script src="/docs/studio/chunks/main-a1b2c3.js"></script>{{asset:unknown.css}}');
  write("studio/chunks/main-a1b2c3.js", "start();");
  write("studio/chunks/worker-d4e5f6.wasm", "wasm");
  write("robots.txt", "User-agent: *");
  const build = { at: "docs", folder, hashed: /\/chunks\/[\w]+-[0-9a-f]{6}\.\w+$/ } as const;

  test("each kind of file has a cache rule: a year with a hash in its name, a minute for a page, an hour for others", () => {
    const added = [...siteFiles([build])].filter(([path]) => !files.has(path));
    expect(added.map(([path, { file }]) => [path, file.contentType, file.cacheControl, file.hashed])).toEqual([
      ["docs/robots.txt", "text/plain; charset=utf-8", "public, max-age=3600", false],
      [
        "docs/studio/chunks/main-a1b2c3.js",
        "text/javascript; charset=utf-8",
        "public, max-age=31536000, immutable",
        true,
      ],
      ["docs/studio/chunks/worker-d4e5f6.wasm", "application/wasm", "public, max-age=31536000, immutable", true],
      ["docs/studio/index.html", "text/html; charset=utf-8", "public, max-age=60", false],
    ]);
  });

  test("a file of a build has the bytes that the build wrote, even if they look like a marker", () => {
    const page = siteFiles([build]).get("docs/studio/index.html");
    expect(page?.content.toString()).toContain("{{asset:unknown.css}}");
  });

  test("a file that no request reaches is refused, with the place where its folder belongs", () => {
    const unreachable = { ...build, at: "pictures" as "docs" };
    expect(() => siteFiles([unreachable])).toThrow("reaches pictures/robots.txt. Add its folder to SITE_FOLDERS");
  });

  test("two files with the same path, and a file of an unknown kind, are refused with their path", () => {
    expect(() => siteFiles([build, build])).toThrow("Two files of the site have the path docs/robots.txt.");
    write("studio/model.bin", "");
    expect(() => siteFiles([build])).toThrow("no content type for docs/studio/model.bin");
  });
});
