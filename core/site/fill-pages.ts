/** Writes the values of one deployment into the web pages, before they are stored. */
import { createHash } from "node:crypto";
import type { Site } from "./publish-site.js";

/** The values, by the name of their marker. */
export type PageValues = Readonly<Record<string, string>>;

const MARKER = /\{\{value:([\w-]+)\}\}/g;

/**
 * Replaces each `{{value:name}}` in a page with the value of this name, escaped for HTML. The manifest of the result
 * has the hashes of the filled pages, so that a changed value is stored like a changed page.
 *
 * @throws Error if a page names a value that is not given
 */
export async function fillPages(site: Site, values: PageValues): Promise<Site> {
  const manifest = { ...site.manifest };
  const pages = new Map<string, Uint8Array>();
  for (const [path, file] of Object.entries(site.manifest)) {
    if (!path.endsWith(".html")) continue;
    const page = Buffer.from(fill(path, Buffer.from(await site.read(path)).toString(), values));
    pages.set(path, page);
    manifest[path] = { ...file, sha256: createHash("sha256").update(page).digest("hex") };
  }
  return { manifest, read: async (path) => pages.get(path) ?? (await site.read(path)) };
}

function fill(path: string, page: string, values: PageValues): string {
  return page.replace(MARKER, (_marker, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`${path} names the value ${name}, which the deployment does not have.`);
    return escapeHtml(value);
  });
}

/** Escapes a value for text and for attributes in double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
