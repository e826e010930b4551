/**
 * `npm run bench:cold-view [-- --rounds N]` measures the cold start of the image function in its own bundle: a fresh
 * process loads it and serves a first view. A stub of AWS responds at once. `taskset -c 0 npm run bench:cold-view`
 * measures with one processor, as Lambda provides for 1,769 MB.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import document from "./cold/document.json" with { type: "json" };
import { type FirstView, prepareFirstView } from "./cold/first-view.js";
import { percentile, provenance, table, writeSection } from "./report.js";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" }, write: { type: "boolean" } } });
const loadBefore = loadavg()[0] ?? 0;
const prepared = await prepareFirstView(document);
const views: FirstView[] = [];
try {
  for (let round = 0; round < Number(values.rounds); round++) views.push(await prepared.run());
} finally {
  prepared.close();
}

const cores = availableParallelism();
const rows = [
  rowOf("the function's code is loaded", ({ loaded }) => loaded),
  rowOf("from there to the last byte of the first picture", ({ loaded, viewed }) => viewed - loaded),
  rowOf("process start to the last byte of the first picture", ({ viewed }) => viewed),
  rowOf("for comparison: a second view", ({ second }) => second),
  rowOf("processor time of the function's process, without that of the rendering process", ({ cpu }) => cpu),
];
const report = table(["what", "", "", "p50 ms", "least ms"], rows);
const conditions = `${views.length} fresh processes of the image function, one after the other, ${cores} ${cores === 1 ? "processor" : "processors"}, a load of ${loadBefore.toFixed(1)} before. The start of Node.js is included.`;
process.stdout.write(`${report}\n\n${conditions}\n`);
writeSection(`cold view, processors: ${cores}`, [provenance(), conditions, report].join("\n\n"));

function rowOf(what: string, timeOf: (view: FirstView) => number): string[] {
  const times = views.map(timeOf);
  return [what, "", "", percentile(times, 0.5).toFixed(0), Math.min(...times).toFixed(0)];
}
