/** `npm run oracle -- --runs N [--from SEED]`: compares the fast path with the reference path for N random documents. */
import { parseArgs } from "node:util";
import { compareSeed, faultsOf, oracleImages } from "./compare-paths.js";
import { ALLOWED_LEVELS } from "./difference.js";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, from: { type: "string", default: "1" } },
});
const [runs, from] = [Number(values.runs), Number(values.from)];
const images = await oracleImages();
const largest = new Map<number, number>();
const failed: string[] = [];
/** The largest share of documents that the service can refuse. More of them would make the comparison worthless. */
const MAX_REFUSED = 0.05;
let refused = 0;
for (let seed = from; seed < from + runs; seed++) {
  const differences = await compareSeed(seed, images);
  if (differences === undefined) {
    refused += 1;
    continue;
  }
  const worst = Math.max(...differences.map((difference) => difference.largest));
  largest.set(worst, (largest.get(worst) ?? 0) + 1);
  failed.push(...faultsOf(differences).map((fault) => `seed ${seed}: ${fault}`));
}
if (refused > runs * MAX_REFUSED) failed.push(`${refused} documents were refused.`);
const sorted = [...largest].sort(([one], [other]) => one - other);
process.stdout.write(sorted.map(([levels, count]) => `${count} documents differ by at most ${levels}\n`).join(""));
process.stdout.write(failed.map((line) => `${line}\n`).join(""));
if (failed.length === 0) process.stdout.write(`${runs} documents are the same, within ${ALLOWED_LEVELS} levels.\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
