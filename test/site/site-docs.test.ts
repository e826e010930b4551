import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { siteFiles } from "../../lib/site-files.js";

/** The largest page without its pictures, fonts and the code of the search, which is loaded when it is opened. */
const MAX_PAGE_BYTES = 60_000;

const files = siteFiles();
const textOf = (path: string) => files.get(path)?.content.toString() ?? "";
/** The studio is a program, and not a page of the documentation. */
const isPage = (path: string) => path.endsWith(".html") && !path.startsWith("studio/");
const pages = [...files.keys()].filter(isPage).map((path) => [path] as const);
const addressOf = (path: string) => `/${path.replace(/(^|\/)index\.html$|\.html$/, "")}`;

/** The anchors of each page, by the address of the page. The viewer of the API reference makes its own. */
const anchors = new Map(
  pages.map(([path]) => [addressOf(path), new Set([...textOf(path).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
);

/** Returns the reason why a link is broken. */
function problemOf(link: string, from: string): string | undefined {
  if (/^https:\/\//.test(link)) return undefined;
  const [path = "", anchor] = link.split("#");
  const address = path === "" ? addressOf(from) : path;
  if (/^\/api\/v1\/(openapi\.json|health)$/.test(address) || files.has(address.slice(1))) return undefined;
  if (address === "/studio" && files.has("studio/index.html")) return undefined;
  const known = anchors.get(address.replace(/(?<=.)\/$/, ""));
  if (known === undefined) return "no such page";
  if (anchor === undefined || address === "/docs/reference") return undefined;
  return known.has(anchor) ? undefined : "no such heading";
}

describe("the pages of the documentation", () => {
  test.each(pages)("every link of %s leads to a page, a heading or a file of the service", (path) => {
    const links = [...textOf(path).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = ""]) =>
      link.replaceAll("&amp;", "&"),
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.flatMap((link) => problemOf(link, path) ?? []).map((problem) => [problem])).toEqual([]);
  });

  test.each(pages)("every ID of %s is unique", (path) => {
    const ids = [...textOf(path).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each(pages.filter(([path]) => path !== "docs/reference.html"))(
    "%s needs at most 60 kB for its text, style and code",
    (path) => {
      const own = [...textOf(path).matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, name = ""]) => name,
      );
      expect(own.length).toBeGreaterThan(1);
      const bytes = [path, ...new Set(own)].map((name) => gzipSync(files.get(name)?.content ?? "").length);
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_PAGE_BYTES);
    },
  );

  test("each page is in the side bar of every page", () => {
    const side = /<nav class="side"[^]*?<\/nav>/.exec(textOf("docs/signing.html"))?.[0] ?? "";
    const listed = [...side.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(listed.sort()).toEqual(
      pages
        .map(([path]) => addressOf(path))
        .filter((address) => address !== "/")
        .sort(),
    );
  });

  test("each page is also available as Markdown, and assistants find all of them in llms.txt and llms-full.txt", () => {
    const documents = pages
      .map(([path]) => addressOf(path))
      .filter((address) => !["/", "/docs", "/docs/gallery", "/docs/reference"].includes(address));
    const listed = [...textOf("llms.txt").matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, link]) => link);
    expect(listed.sort()).toEqual(documents.map((address) => `${address}.md`).sort());
    for (const address of documents) {
      const { content, file } = files.get(`${address.slice(1)}.md`) ?? {};
      expect([address, file?.contentType]).toEqual([address, "text/markdown; charset=utf-8"]);
      expect(textOf("llms-full.txt")).toContain(content?.toString().trim());
    }
  });

  test("the links of a page in Markdown lead to Markdown files, pictures and the document of the API", () => {
    const texts = [...files.keys()].filter((path) => path.startsWith("docs/") && path.endsWith(".md"));
    const links = texts.flatMap((path) =>
      [
        ...textOf(path)
          .replaceAll(/^ *```[^]*?^ *```/gm, "")
          .matchAll(/\]\(([^)\s]+)\)/g),
      ].map(([, link = ""]) => link),
    );
    expect(links.filter((link) => link.includes("/docs/signing.md")).length).toBeGreaterThan(2);
    const leadsNowhere = (link: string) => {
      const [path = ""] = link.split("#");
      const isPage = ["/docs/gallery", "/docs/reference", "/api/v1/openapi.json"].includes(path);
      return path !== "" && !/^https?:/.test(path) && !isPage && !files.has(path.slice(1));
    };
    expect(links.filter(leadsNowhere)).toEqual([]);
  });

  test("the search knows each heading of each page by its address", () => {
    const index = [...files.keys()].find((path) => path.startsWith("assets/docs-index.")) ?? "";
    const entries = JSON.parse(textOf(index)) as { href: string; page: string; title: string; text: string }[];
    expect(entries.length).toBeGreaterThan(200);
    expect(entries.flatMap(({ href }) => problemOf(href, "docs/index.html") ?? [])).toEqual([]);
    const rotate = entries.find(({ href }) => href === "/docs/webhooks#rotate-a-secret");
    expect(rotate).toMatchObject({ page: "Webhooks", title: "Rotate a secret" });
    expect(rotate?.text).toMatch(/^POST \/webhooks\/secret\/rotate creates a new secret\./);
  });
});
