/**
 * `npm run fuzz -- --minutes N [--seed S]`: estimates random documents and requests, and renders them in the same child
 * process as a function, with its limits. Every crash, timeout, excess of memory, wrong estimate and difference from
 * the reference is minimized and kept as a case that a test replays. `--count N` runs this many documents instead.
 * `--keep` is the folder of the cases; an empty value keeps none. `--type` is the type of all layers. `--times` is the
 * largest allowed ratio of the measured time to the estimate. `--verbose` prints each render with its estimate and its
 * most expensive part.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Estimate } from "../../src/estimate/estimate.js";
import { randomSource } from "../oracle/random-source.js";
import { edgeCase } from "./edge-document.js";
import { fuzzImageUrls } from "./fuzz-images.js";
import { minimize } from "./minimize.js";
import { Ratios } from "./ratios.js";
import { Trial } from "./trial.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    count: { type: "string" },
    seed: { type: "string" },
    times: { type: "string", default: "3" },
    type: { type: "string" },
    verbose: { type: "boolean", default: false },
    keep: { type: "string", default: join(import.meta.dirname, "cases") },
  },
});
const count = Number(values.count ?? Infinity);
const endsAt =
  values.minutes === undefined && values.count !== undefined
    ? Infinity
    : Date.now() + Number(values.minutes ?? 1) * 60_000;
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 1e9));

const images = await fuzzImageUrls();
const trial = new Trial();
await trial.prepare();
const ratios = new Ratios();
const tally = new Map<string, number>();
const mostTimes = Number(values.times);
let findings = 0;

function lineOf(
  seed: number,
  { cpuMs: estimatedMs, memoryBytes, contributors }: Estimate,
  cpuMs: number,
  peak: number,
): string {
  const [top] = contributors;
  const times = `${cpuMs.toFixed(0)} ms / ${estimatedMs.toFixed(0)} ms = ${(cpuMs / estimatedMs).toFixed(2)}`;
  const memory = `${(peak / 1e6).toFixed(0)} / ${(memoryBytes / 1e6).toFixed(0)} MB`;
  return `seed ${seed}: ${times}, ${memory}, ${top?.path ?? ""} ${(top?.cpuMs ?? 0).toFixed(0)} ms ${top?.reason ?? ""}`;
}

process.stdout.write(`The first seed is ${firstSeed}.\n`);
for (let seed = firstSeed; seed < firstSeed + count && Date.now() < endsAt; seed++) {
  const test = edgeCase(randomSource(seed), images, values.type);
  const { finding, kind, refuted, outcome, estimate } = await trial.run(test, mostTimes);
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
  if (outcome !== undefined && "measured" in outcome && estimate !== undefined) {
    const { cpuMs, childBytes, functionBytes } = outcome.measured;
    ratios.add(cpuMs, estimate.cpuMs);
    if (values.verbose) process.stdout.write(`${lineOf(seed, estimate, cpuMs, childBytes + functionBytes)}\n`);
  }
  if (refuted !== undefined) process.stdout.write(`seed ${seed}: not confirmed: ${refuted}\n`);
  if (finding === undefined) continue;
  findings += 1;
  process.stdout.write(`seed ${seed}: ${finding}\n`);
  if (values.keep === "") continue;
  const small = await minimize(test, async (candidate) => (await trial.run(candidate, mostTimes)).kind === kind);
  mkdirSync(values.keep, { recursive: true });
  const file = join(values.keep, `${kind}-${seed}.json`);
  writeFileSync(file, `${JSON.stringify({ finding, seed, ...small }, undefined, 2)}\n`);
  process.stdout.write(`  kept as ${file}\n`);
}
trial.stop();
process.stdout.write(
  [...tally]
    .sort()
    .map(([kind, number]) => `${number} ${kind}\n`)
    .join(""),
);
process.stdout.write(`${ratios.summary()}\n${findings} findings.\n`);
process.exitCode = findings > 0 ? 1 : 0;
