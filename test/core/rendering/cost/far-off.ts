/**
 * `tsx test/core/rendering/cost/far-off.ts RUNS [FROM]`: draws random documents with far-off ink, and compares them with
 * the reference path. In its own process, because a rasterizer that aborts ends the process. The seed is written first.
 */
import { writeSync } from "node:fs";
import { readDocument } from "../../../../core/rendering/resolve/read-request.js";
import { ALLOWED_LEVELS, comparePaths, oracleResources } from "../oracle/compare-paths.js";
import { randomSource } from "../oracle/random-source.js";
import { farOffDocument } from "./far-off-document.js";

const [runs, from] = [Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 1)];
for (let seed = from; seed < from + runs; seed++) {
  // Not buffered, so that it is written even if the process is aborted.
  writeSync(2, `seed ${seed}\n`);
  const random = randomSource(seed);
  const document = readDocument(farOffDocument(random));
  const options = { scale: random.pick([0.5, 1, 2]), transparent: random.chance(0.3) };
  const [difference] = await comparePaths(document, [{}], options, oracleResources());
  const largest = difference?.largest ?? Infinity;
  if (largest > ALLOWED_LEVELS) process.stdout.write(`seed ${seed} differs by ${largest} levels\n`);
}
process.stdout.write(`${runs} documents were drawn.\n`);
