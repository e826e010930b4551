import { describe, expect, test } from "@jest/globals";
import type { SiteFile, SiteManifest } from "../../../core/deployment/site-manifest.js";
import { publishSite, type SiteStore } from "../../../core/site/publish-site.js";

const page = (sha256: string): SiteFile => ({
  contentType: "text/html",
  cacheControl: "max-age=60",
  sha256,
  hashed: false,
});
const asset = (sha256: string): SiteFile => ({ ...page(sha256), contentType: "text/css", hashed: true });

/** A store in memory that notes every write. */
function storeWith(failing?: string) {
  const files = new Map<string, SiteFile>();
  const writes: string[] = [];
  let stored: SiteManifest | undefined;
  const store: SiteStore = {
    list: () => Promise.resolve([...files.keys()]),
    put: (path, _content, file) => {
      if (path === failing) return Promise.reject(new Error("out of order"));
      writes.push(`put ${path}`);
      files.set(path, file);
      return Promise.resolve();
    },
    remove: (path) => {
      writes.push(`remove ${path}`);
      files.delete(path);
      return Promise.resolve();
    },
    readManifest: () => Promise.resolve(stored),
    writeManifest: (manifest) => {
      writes.push("manifest");
      stored = manifest;
      return Promise.resolve();
    },
  };
  return { store, files, writes };
}

const site = (manifest: SiteManifest) => ({ manifest, read: () => Promise.resolve(new Uint8Array()) });
const FIRST = { "index.html": page("1"), "assets/a.1.css": asset("1"), "old.html": page("1") };
const SECOND = { "index.html": page("2"), "assets/a.2.css": asset("2") };

describe("publishSite", () => {
  test("the first deployment stores every file, assets before the pages that name them, and the manifest last", async () => {
    const { store, writes } = storeWith();
    await publishSite(site(FIRST), store);
    expect(writes).toEqual(["put assets/a.1.css", "put index.html", "put old.html", "manifest"]);
  });

  test("a deployment without a change writes nothing", async () => {
    const { store, writes } = storeWith();
    await publishSite(site(FIRST), store);
    writes.length = 0;
    expect(await publishSite(site(FIRST), store)).toEqual({ uploaded: [], removed: [] });
    expect(writes).toEqual([]);
  });

  test("an update uploads the changed files and removes stale pages, but keeps assets that cached pages still name", async () => {
    const { store, files } = storeWith();
    await publishSite(site(FIRST), store);
    expect(await publishSite(site(SECOND), store)).toEqual({
      uploaded: ["assets/a.2.css", "index.html"],
      removed: ["old.html"],
    });
    expect([...files.keys()].sort()).toEqual(["assets/a.1.css", "assets/a.2.css", "index.html"]);
  });

  test("the deployment after an update removes the assets that no page of the update names", async () => {
    const { store, files } = storeWith();
    await publishSite(site(FIRST), store);
    await publishSite(site(SECOND), store);
    await publishSite(site({ ...SECOND, "index.html": page("3") }), store);
    expect([...files.keys()].sort()).toEqual(["assets/a.2.css", "index.html"]);
  });

  test("a changed header of a file counts as a change", async () => {
    const { store } = storeWith();
    await publishSite(site(SECOND), store);
    const changed = { ...SECOND, "index.html": { ...page("2"), cacheControl: "max-age=5" } };
    expect(await publishSite(site(changed), store)).toEqual({ uploaded: ["index.html"], removed: [] });
  });

  test("a file that disappeared from the bucket is uploaded again", async () => {
    const { store, files } = storeWith();
    await publishSite(site(SECOND), store);
    files.delete("index.html");
    expect(await publishSite(site(SECOND), store)).toEqual({ uploaded: ["index.html"], removed: [] });
  });

  test("sixteen files are stored at the same time, and no page before all of its assets", async () => {
    const assets = Array.from({ length: 40 }, (_, index) => [`assets/${index}.css`, asset("1")] as const);
    const pages = Array.from({ length: 20 }, (_, index) => [`docs/${index}.html`, page("1")] as const);
    const { store } = storeWith();
    const open = new Set<string>();
    const stored = new Set<string>();
    let most = 0;
    const slow: SiteStore = {
      ...store,
      put: async (path) => {
        if (path.endsWith(".html")) expect(stored.size).toBeGreaterThanOrEqual(assets.length);
        most = Math.max(most, open.add(path).size);
        await new Promise((resolve) => setImmediate(resolve));
        open.delete(path);
        stored.add(path);
      },
    };
    await publishSite(site(Object.fromEntries([...pages, ...assets])), slow);
    expect([stored.size, most]).toEqual([60, 16]);
  });

  test("after a deployment that failed in the middle, the next one stores what is missing and then the manifest", async () => {
    const assets = Array.from({ length: 40 }, (_, index) => [`assets/${index}.css`, asset("1")] as const);
    const whole = site({ ...Object.fromEntries(assets), "index.html": page("1") });
    const { store, files, writes } = storeWith();
    const failing: SiteStore = {
      ...store,
      put: (path, ...rest) => (path === "assets/20.css" ? Promise.reject(new Error("cut")) : store.put(path, ...rest)),
    };
    await expect(publishSite(whole, failing)).rejects.toThrow("cut");
    expect([files.has("index.html"), writes.includes("manifest")]).toEqual([false, false]);
    await publishSite(whole, store);
    expect([files.size, writes.at(-2), writes.at(-1)]).toEqual([41, "put index.html", "manifest"]);
  });

  test("a deployment that failed leaves its manifest unwritten, so the next one uploads again", async () => {
    const { store, writes } = storeWith("index.html");
    await expect(publishSite(site(SECOND), store)).rejects.toThrow("out of order");
    expect(writes).toEqual(["put assets/a.2.css"]);
  });
});
