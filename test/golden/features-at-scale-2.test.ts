import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import sharp from "sharp";
import { LocalRenderer } from "../../cli/local-renderer.js";
import { renderFiles } from "../../cli/render-files.js";
import { differenceOf, drawPicture } from "../../packages/engine/test/pdf/open-pdf.js";

const FEATURES = join(import.meta.dirname, "../../examples/features");
const renderer = new LocalRenderer({ allowLoopback: false });

/** Designs of customers whose sizes follow data. The property sheet is not here: it already has 300 pixels per inch. */
const DESIGNS = [
  ["progress-bar", "request.json"],
  ["ring", "request.json"],
  ["bar-chart", "request.json"],
  ["stars", "request.json"],
  ["table", "request.json"],
  ["language-bar", "request.json"],
  ["two-prices", "request.json"],
  ["number-locales", "request.json"],
  ["cut-out-shadows", undefined],
  ["figma-card", undefined],
] as const;

test.each(DESIGNS)("at scale 2, %s has twice the pixels on each side and the same design", async (name, data) => {
  const folder = join(FEATURES, name);
  const source = { folder, template: "template.json", data, output: { scale: 2 } };
  const { picture, issues } = await renderFiles(source, renderer);
  expect(issues).toEqual([]);
  const golden = await drawPicture(readFileSync(join(folder, "expected.png")));
  expect([picture?.width, picture?.height]).toEqual([2 * golden.width, 2 * golden.height]);
  const half = await sharp(picture?.bytes ?? new Uint8Array())
    .resize(golden.width, golden.height)
    .png()
    .toBuffer();
  const { mean, far } = differenceOf(golden, await drawPicture(half));
  // Only the edges of letters and shapes differ, by a mean of 0.2 to 0.7. A design that moved by a pixel has 1.3 or more.
  expect(mean).toBeLessThan(0.8);
  expect(far).toBeLessThan(0.0005);
});
