import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { fontLayerManifest } from "../../layers/fonts/font-layer-manifest.js";

test("the committed manifest of the font layer is up to date (run npm run generate)", () => {
  expect(JSON.parse(readFileSync("layers/fonts/manifest.json", "utf8"))).toEqual(fontLayerManifest());
});
