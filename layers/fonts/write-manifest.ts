/** `npm run fonts:manifest`: generates the list of the font layer's files. Run it after a change of the families. */
import { writeFileSync } from "node:fs";
import { fontLayerManifest } from "./font-layer-manifest.js";

const target = new URL("manifest.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(fontLayerManifest(), null, 2)}\n`);
