/**
 * `npm run bench:scale [-- --seconds N]`: computes how many jobs per second one workspace can create before writes
 * conflict, by a model of DynamoDB's limits. It replays the writes of the current code, and the recorded writes of the
 * layout without shards.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomNumbers } from "../scripts/random-numbers.js";
import { table } from "./report.js";
import { captureJob } from "./scale/capture.js";
import type { CapturedJob } from "./scale/captured.js";
import { OCCUPIED_MS, type Outcome, simulate } from "./scale/simulate.js";

const RATES = [50, 200, 1_000];
/** The share of jobs that fail, whose refund is a transaction. */
const FAILED = 0.01;
const NOW_MS = Date.UTC(2026, 10, 1);

const { values } = parseArgs({ options: { seconds: { type: "string", default: "5" } } });
const seconds = Number(values.seconds);

interface Layout {
  readonly name: string;
  /** The rate at which 1 % of first tries conflict is between these two. */
  readonly searched: { readonly low: number; readonly high: number };
  readonly jobs: (count: number) => Promise<CapturedJob[]>;
}

/** Recorded from the last version in which one item contained the balance. */
const before: Layout = {
  name: "one item",
  searched: { low: 0.25, high: 16 },
  // eslint-disable-next-line @typescript-eslint/require-await -- The other layout captures its jobs.
  jobs: async (count) => {
    const text = readFileSync(join(import.meta.dirname, "scale", "old-layout.json"), "utf8");
    const recorded = JSON.parse(text) as { done: CapturedJob; failed: CapturedJob };
    return Array.from({ length: count }, (_, index) => {
      const job = index % Math.round(1 / FAILED) === 0 ? recorded.failed : recorded.done;
      const copy = JSON.stringify(job).replaceAll(
        job.jobId,
        `${job.jobId.slice(0, 24)}${String(index).padStart(12, "0")}`,
      );
      return JSON.parse(
        copy.replaceAll(/("sweepShard"|":shard"|":sweepShard"):\d+/g, `$1:${index % 16}`),
      ) as CapturedJob;
    });
  },
};

const after: Layout = {
  name: "16 shards",
  searched: { low: 500, high: 4_000 },
  jobs: async (count) =>
    await Promise.all(
      Array.from({ length: count }, (_, index) => captureJob(NOW_MS, index % Math.round(1 / FAILED) === 0)),
    ),
};

const rows: string[][] = [];
for (const layout of [before, after]) {
  for (const rate of RATES) {
    const { retried, delayed, refused, busiest } = await measure(layout, rate);
    const load = `${Math.round(busiest.unitsPerSecond)} (${busiest.partition})`;
    rows.push([layout.name, String(rate), percent(retried), percent(delayed), percent(refused), load]);
  }
}
process.stdout.write(
  `${table(["layout", "jobs/s", "retried", "settled later", "refused", "busiest partition, units/s"], rows)}\n\n`,
);
for (const layout of [before, after]) {
  process.stdout.write(`${layout.name}: 1 % of first tries conflict at ${await rateOfOnePercent(layout)} jobs/s.\n`);
}
process.stdout.write(`Model: transactions occupy items for ${OCCUPIED_MS} ms, ${FAILED * 100} % of the jobs fail.\n`);

async function measure(layout: Layout, perSecond: number, duration = seconds): Promise<Outcome> {
  const random = randomNumbers(1);
  // Some jobs are used for second attempts.
  const jobs = await layout.jobs(Math.ceil(perSecond * duration * 1.3 + 300));
  const nextJob = () => {
    const job = jobs.pop();
    if (job === undefined) throw new Error("The simulation needs more captured jobs.");
    return job;
  };
  return simulate({ perSecond, seconds: duration, nextJob, random });
}

/** Bisects the logarithm of the rate. */
async function rateOfOnePercent(layout: Layout): Promise<number> {
  let { low, high } = layout.searched;
  for (let step = 0; step < 6; step += 1) {
    const rate = Math.sqrt(low * high);
    // Each rate is measured with 4,000 jobs, which have about 40 conflicts.
    if ((await measure(layout, rate, 4_000 / rate)).retried < 0.01) low = rate;
    else high = rate;
  }
  return Number(low.toPrecision(2));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 2 : 0)} %`;
}
