import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import type { SiteFile } from "../../../core/deployment/site-manifest.js";
import { fillPages } from "../../../core/site/fill-pages.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function siteOf(texts: Readonly<Record<string, string>>) {
  const fileOf = (text: string): SiteFile => ({
    contentType: "text/html",
    cacheControl: "max-age=60",
    sha256: sha256(text),
    hashed: false,
  });
  const manifest = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, fileOf(text)]));
  return { manifest, read: (path: string) => Promise.resolve(Buffer.from(texts[path] ?? "")) };
}

const textOf = async (site: { read(path: string): Promise<Uint8Array> }, path: string) =>
  Buffer.from(await site.read(path)).toString();

describe("values of a deployment in web pages", () => {
  test("a value replaces its marker, escaped for HTML, and the manifest has the hash of the result", async () => {
    const site = await fillPages(siteOf({ "index.html": '<img src="{{value:picture}}">' }), {
      picture: '/img?a="1"&b=<2>',
    });
    const expected = '<img src="/img?a=&quot;1&quot;&amp;b=&lt;2&gt;">';
    expect(await textOf(site, "index.html")).toBe(expected);
    expect(site.manifest["index.html"]).toMatchObject({ sha256: sha256(expected), contentType: "text/html" });
  });

  test("files that are not pages are stored unchanged, even if they contain a marker", async () => {
    const original = siteOf({ "assets/a.js": "{{value:picture}}", "docs/index.html": "no value" });
    const site = await fillPages(original, {});
    expect(site.manifest).toEqual(original.manifest);
    expect(await textOf(site, "assets/a.js")).toBe("{{value:picture}}");
  });

  test("an unknown value in a page causes an error that names the page and the value", async () => {
    const site = siteOf({ "index.html": "{{value:constructor}}" });
    await expect(fillPages(site, { picture: "" })).rejects.toThrow(/index\.html names the value constructor/);
  });
});
