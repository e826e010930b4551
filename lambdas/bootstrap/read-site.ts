/** Reads the files of the web pages from the function's Lambda layer. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SITE_MANIFEST, SITE_PACKAGE, siteManifestSchema } from "../../core/deployment/site-manifest.js";
import type { Site } from "../../core/site/publish-site.js";

/** Finds the layer's folder as decision 1 describes it: with `require`, without a path that Lambda defines. */
export async function readSite(): Promise<Site> {
  const manifestFile = createRequire(import.meta.url).resolve(`${SITE_PACKAGE}/${SITE_MANIFEST}`);
  const manifest = siteManifestSchema.parse(JSON.parse(await readFile(manifestFile, "utf8")));
  return { manifest, read: (path) => readFile(join(dirname(manifestFile), path)) };
}
