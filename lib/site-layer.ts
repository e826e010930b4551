/** The Lambda layer with the static files of the web pages. They are too large for the code of the function. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LayerVersion, Runtime } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { SITE_MANIFEST, SITE_PACKAGE } from "../core/deployment/site-manifest.js";
import { assetHashedByInputs } from "./local-asset.js";
import { siteFiles, siteHash, siteManifest } from "./site-files.js";

const SITE = fileURLToPath(new URL("../site", import.meta.url));

export function makeSiteLayer(scope: Construct): LayerVersion {
  const files = siteFiles();
  return new LayerVersion(scope, "Site", {
    description: "The web pages",
    compatibleRuntimes: [Runtime.NODEJS_24_X],
    code: assetHashedByInputs(SITE, [siteHash(files)], (outputDir) => {
      const folder = join(outputDir, "nodejs/node_modules", SITE_PACKAGE);
      const manifest = Buffer.from(JSON.stringify(siteManifest(files), undefined, 2));
      for (const [path, content] of [
        ...[...files].map(([path, built]) => [path, built.content] as const),
        [SITE_MANIFEST, manifest] as const,
      ]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    }),
  });
}
