/**
 * `npm run bench:cost [-- --seeds N] [--seed FIRST] [--only TEXT]`: draws every accepted costly case in a function with
 * the child process of production, then random documents whose seeds were not used to choose the figures of the
 * estimate. It compares the measured time and memory with the estimate. The command fails if a case takes more than it
 * may.
 */
import { parseArgs } from "node:util";
import { confirm } from "../fuzz/confirm.js";
import { edgeCase } from "../fuzz/edge-document.js";
import { fuzzImageUrls, knownImages, writeFuzzImages } from "../fuzz/fuzz-images.js";
import { check, findingOf } from "../fuzz/judge.js";
import { Ratios } from "../fuzz/ratios.js";
import { MeasuredFunction } from "../measure/measured-function.js";
import type { Order } from "../measure/order.js";
import { randomSource } from "../oracle/random-source.js";
import { COSTLY_CASES, orderOf } from "./costly-cases.js";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "60" },
    seed: { type: "string", default: "700001" },
    only: { type: "string", default: "" },
  },
});
const measured = new MeasuredFunction();
await writeFuzzImages(measured.images);
let findings = 0;

/** Returns one line with the measured and the estimated seconds, their ratio, and the peak of memory. */
async function measure(name: string, order: Order, ratios: Ratios): Promise<string> {
  const checked = check(order, knownImages(measured.images));
  if ("refused" in checked) return `${name}: refused (${checked.refused}, ${seconds(checked.estimate?.cpuMs ?? 0)})`;
  // New processes have empty caches, and the first render takes the longest.
  const run = async () => {
    measured.stop();
    return await measured.run(order);
  };
  const { outcome, finding } = await confirm(await run(), (each) => findingOf(checked, each), run);
  if (finding !== undefined) findings += 1;
  const failed = finding === undefined ? "" : ` FAILED ${finding}`;
  const { cpuMs: estimated } = checked.estimate;
  if ("ended" in outcome) return `${name}: estimated ${seconds(estimated)}${failed}`;
  const { cpuMs, childBytes, functionBytes, refusal } = outcome.measured;
  ratios.add(cpuMs, estimated);
  const memory = `${megabytes(childBytes)} + ${megabytes(functionBytes)} MB`;
  const times = `${seconds(cpuMs)} / ${seconds(estimated)} = ${(cpuMs / estimated).toFixed(2)}`;
  return `${name}: ${times}, ${memory}${refusal === undefined ? "" : ` (${refusal.slice(0, 120)})`}${failed}`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const megabytes = (bytes: number) => Math.round(bytes / 1e6);

const listed = new Ratios();
for (const [name, make] of Object.entries(COSTLY_CASES)) {
  if (name.includes(values.only)) process.stdout.write(`${await measure(name, await orderOf(make()), listed)}\n`);
}
process.stdout.write(`${listed.summary()}\n`);
const [first, count] = [Number(values.seed), Number(values.seeds)];
const images = await fuzzImageUrls();
const random = new Ratios();
for (let seed = first; seed < first + count; seed++) {
  const line = await measure(`seed ${seed}`, edgeCase(randomSource(seed), images), random);
  if (!line.includes("refused")) process.stdout.write(`${line}\n`);
}
process.stdout.write(`${random.summary()}\n${findings} findings.\n`);
measured.stop();
process.exitCode = findings > 0 ? 1 : 0;
