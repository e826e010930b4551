/**
 * `npm run bench:load`: a mixed load on the local service for ten minutes (`-- --minutes 2` for two). Fails if a request
 * gets a 5xx, if a job or a webhook is lost, or if the memory of a function grows.
 */
import { parseArgs } from "node:util";
import { Load } from "./load/load.js";
import { growthOf, type MemorySample, sampleMemory } from "./load/memory.js";
import { startLocalService } from "./local-service.js";
import { table } from "./report.js";

const SAMPLE_MS = 5_000;
/** Memory is flat if the last quarter needs at most this much more than the second one. */
const GROWTH = { share: 1.15, megabytes: 30 };

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const seconds = Number(values.minutes) * 60;
const service = await startLocalService();
const samples: MemorySample[] = [];
const timer = setInterval(() => {
  void sampleMemory(service).then((sample) => samples.push(sample));
}, SAMPLE_MS);
// Sample the memory only during the load: afterwards, the status of every job is requested.
const result = await new Load(service).run(seconds, () => clearInterval(timer));
await service.close();

const rows = result.kinds.map(({ kind, sent, failed, statuses, durationsMs }) => [
  kind,
  String(sent),
  Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", "),
  String(failed),
  ...[0.5, 0.95, 1].map((share) => `${Math.round(quantile(durationsMs, share))}`),
]);
const names = [...new Set(samples.flatMap(({ largestMb }) => Object.keys(largestMb)))].sort();
const memory = names.map((name) => ({ name, ...growthOf(samples, name) }));
process.stdout.write(
  `${table(["request", "sent", "statuses", "failed", "median ms", "95 % ms", "longest ms"], rows)}\n\n`,
);
process.stdout.write(
  `${table(
    ["function", "RSS in the second quarter, MB", "RSS in the last quarter, MB"],
    memory.map(({ name, early, late }) => [name, early.toFixed(0), late.toFixed(0)]),
  )}\n\n`,
);
const { accepted, done, lost, webhooksExpected, webhooksReceived } = result;
process.stdout.write(`${seconds / 60} minutes: ${accepted} jobs accepted, ${done} done, ${lost.length} lost. `);
process.stdout.write(`${webhooksReceived} of ${webhooksExpected} webhooks received.\n`);

const serverErrors = result.kinds.flatMap(({ kind, statuses }) =>
  // 503 is the contract's response to a first view that takes longer than five seconds.
  Object.keys(statuses).filter((status) => Number(status) >= 500 && !(kind === "first view" && status === "503")),
);
const growing = memory.filter(({ early, late }) => late > early * GROWTH.share && late - early > GROWTH.megabytes);
const problems = [
  ...(serverErrors.length > 0 ? ["There were responses with a status of 500 or more."] : []),
  ...(result.kinds.some(({ failed }) => failed > 0) ? ["Requests failed."] : []),
  ...(lost.length > 0 ? [`${lost.length} jobs were lost: ${lost.slice(0, 5).join(", ")}.`] : []),
  ...(webhooksReceived < webhooksExpected ? ["Webhooks were lost."] : []),
  ...growing.map(({ name }) => `The memory of the function ${name} grows.`),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
