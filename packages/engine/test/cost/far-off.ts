/**
 * `tsx packages/engine/test/cost/far-off.ts RUNS [FROM]`: draws random documents with far-off ink, and compares them
 * with the reference path. It runs in its own process, because a rasterizer that aborts ends the process. It writes
 * each seed before it draws the document.
 */
import { writeSync } from "node:fs";
import type { Layer } from "../../src/document/layer-types/define-layer.js";
import { maxSizeOf } from "../../src/document/document-size.js";
import { readDocument } from "../../src/resolve/read-request.js";
import { comparePaths, faultsOf, oracleResources } from "../oracle/compare-paths.js";
import { randomSource } from "../oracle/random-source.js";
import { farOffDocument } from "./far-off-document.js";

/** Returns whether a layer starts near the document, whatever its rotation and blur. */
function startsNear(layer: Layer, { width, height }: { width: number; height: number }): boolean {
  if (layer.type === "group") return false;
  const number = (key: string) => Number(Object.entries(layer).find(([name]) => name === key)?.[1] ?? 0);
  const sides = [number("width"), number("height")] as const;
  const reach =
    Math.hypot(...sides) / 2 +
    Math.max(Math.abs(number("shadow_x")), Math.abs(number("shadow_y"))) +
    2 * number("shadow_blur") +
    number("stroke_width") +
    (layer.type === "text" ? 60 * number("font_size") : 0);
  return layer.x + sides[0] / 2 - reach > -1.5 * width && layer.y + sides[1] / 2 - reach > -1.5 * height;
}

const [runs, from] = [Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 1)];
for (let seed = from; seed < from + runs; seed++) {
  // This write is not buffered, so the seed is written even if the process aborts.
  writeSync(2, `seed ${seed}\n`);
  const random = randomSource(seed);
  const checked = readDocument(farOffDocument(random));
  const document = { ...checked, ...maxSizeOf(checked) };
  const options = { scale: random.pick([0.5, 1, 2]), transparent: random.chance(0.3) };
  // In one drawing, each layer is a group. resvg aborts on groups inside of a group that starts far away, or cuts them off.
  const drawing = document.layers.every((layer) => startsNear(layer, document));
  const differences = await comparePaths(document, [{}], { ...options, drawing }, oracleResources());
  for (const fault of faultsOf(differences)) process.stdout.write(`seed ${seed}: ${fault}\n`);
}
process.stdout.write(`${runs} documents were drawn.\n`);
