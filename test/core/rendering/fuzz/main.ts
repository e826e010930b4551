/**
 * `npm run fuzz -- --minutes N [--seed S]`: random documents and requests through the estimate and a render. Every crash,
 * timeout, breach of memory, wrong estimate and difference from the reference is made small, and kept as a case that a
 * test replays. `--count N` runs a number of documents instead. `--keep` is the folder of the cases; empty keeps none.
 * `--times` is how often the estimate fits into the measured time at most. `--verbose` prints each render with its
 * estimate and the part that costs the most.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Estimate } from "../../../../core/contract/cost/estimate.js";
import { randomSource } from "../oracle/random-source.js";
import { edgeCase } from "./edge-document.js";
import type { FuzzCase, Outcome } from "./fuzz-case.js";
import { fuzzImageUrls } from "./fuzz-images.js";
import { check, findingOf } from "./judge.js";
import { minimize } from "./minimize.js";
import { Ratios } from "./ratios.js";
import { WorkerProcess } from "./worker-process.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    count: { type: "string" },
    seed: { type: "string" },
    times: { type: "string", default: "3" },
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

/** The reference draws everything at once, so only small pictures are compared. */
const MOST_COMPARED = { pixels: 400_000, cpuMs: 2_500 };

const images = await fuzzImageUrls();
const worker = new WorkerProcess();
const ratios = new Ratios();
const tally = new Map<string, number>();
let findings = 0;

async function run(
  test: FuzzCase,
): Promise<{ finding?: string | undefined; kind: string; outcome?: Outcome; estimate?: Estimate }> {
  const checked = check(test);
  if ("refused" in checked) return { kind: `refused: ${checked.refused}` };
  const { width = 0, height = 0 } = test.source as { width?: number; height?: number };
  const pixels = width * height * (test.request.scale ?? 1) ** 2;
  const isRemote = JSON.stringify(test).includes("https://images.test");
  const compares = !isRemote && pixels <= MOST_COMPARED.pixels && checked.estimate.cpuMs <= MOST_COMPARED.cpuMs;
  const outcome = await worker.run({ test, compares });
  const finding = findingOf(checked, outcome, { mostTimes: Number(values.times) });
  return { finding, kind: finding?.split(":")[0] ?? "rendered", outcome, estimate: checked.estimate };
}

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
  const test = edgeCase(randomSource(seed), images);
  const { finding, kind, outcome, estimate } = await run(test);
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
  if (outcome !== undefined && "measured" in outcome && estimate !== undefined) {
    const { cpuMs, peakBytes } = outcome.measured;
    ratios.add(cpuMs, estimate.cpuMs);
    if (values.verbose) process.stdout.write(`${lineOf(seed, estimate, cpuMs, peakBytes)}\n`);
  }
  if (finding === undefined) continue;
  findings += 1;
  process.stdout.write(`seed ${seed}: ${finding}\n`);
  if (values.keep === "") continue;
  const small = await minimize(test, async (candidate) => (await run(candidate)).kind === kind);
  mkdirSync(values.keep, { recursive: true });
  const file = join(values.keep, `${kind}-${seed}.json`);
  writeFileSync(file, `${JSON.stringify({ finding, seed, ...small }, undefined, 2)}\n`);
  process.stdout.write(`  kept as ${file}\n`);
}
worker.stop();
process.stdout.write(
  [...tally]
    .sort()
    .map(([kind, number]) => `${number} ${kind}\n`)
    .join(""),
);
process.stdout.write(`${ratios.summary()}\n${findings} findings.\n`);
process.exitCode = findings > 0 ? 1 : 0;
