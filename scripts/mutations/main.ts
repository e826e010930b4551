/**
 * `npm run test:mutations -- --seed 7 --count 40` changes random conditions, numbers and calls, one at a time, in a
 * copy of the repository, and reports which of the changes neither types nor unit tests notice. Exits with 1 if less
 * than 95 % are noticed.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isEquivalent } from "./equivalent-mutations.js";
import { findMutations } from "./find-mutations.js";
import { randomSample } from "./random-sample.js";
import { readRelatedTests } from "./related-tests.js";
import { readSource, sourceFiles } from "./source-files.js";
import { copyTree } from "./tree-copy.js";
import { tryMutation, type Verdict } from "./try-mutation.js";
import { createTypeCheck } from "./type-check.js";

const LEAST_NOTICED = 0.95;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    /** The first change of the sample to try, to continue a run. */
    from: { type: "string", default: "1" },
    /** Only files whose paths begin with this. */
    under: { type: "string", default: "" },
    /** The maximum number of test files for one change. By default, all test files that import the file. */
    tests: { type: "string", default: "Infinity" },
  },
});
const [seed, count, from, maxTests] = [values.seed, values.count, values.from, values.tests].map(Number) as [
  ...[seed: number, count: number, from: number, maxTests: number],
];
if (!Number.isInteger(seed) || !(count >= from) || !(from >= 1) || !(maxTests >= 1)) {
  throw new Error(
    "Use --seed with a whole number, --from and --tests with at least 1, and --count with at least --from.",
  );
}

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const files = sourceFiles(root).filter((file) => file.startsWith(values.under));
const all = files.flatMap((file) => findMutations(file, readSource(root, file)));
const sample = randomSample(all, seed, all.length)
  .filter((mutation) => !isEquivalent(mutation))
  .slice(from - 1, count);
console.log(`${sample.length} of ${all.length} changes in ${files.length} files, by seed ${seed}:`);

const copy = copyTree(root, join(root, ".local", "mutations"));
const laboratory = { root, copy, check: createTypeCheck(root), related: readRelatedTests(root), maxTests };
const verdicts: Verdict[] = [];
for (const mutation of sample) {
  const verdict = await tryMutation(laboratory, mutation);
  verdicts.push(verdict);
  console.log(lineOf(verdict));
}

const missed = verdicts.filter(({ noticedBy }) => noticedBy === "nothing");
const byTypes = verdicts.filter(({ noticedBy }) => noticedBy === "types").length;
const noticed = sample.length - missed.length;
console.log(`\nNoticed: ${noticed} of ${sample.length}, ${byTypes} of them by types. Not noticed: ${missed.length}`);
for (const verdict of missed) console.log(lineOf(verdict));
process.exitCode = noticed >= LEAST_NOTICED * sample.length ? 0 : 1;

function lineOf({ mutation: { file, line, change, source }, noticedBy, detail }: Verdict): string {
  const verdict = noticedBy === "nothing" ? "NOT NOTICED" : `noticed by ${noticedBy}`;
  return `${verdict}  ${file}:${line}  ${change}  in  ${source.slice(0, 100)}\n    ${detail.slice(0, 200)}`;
}
