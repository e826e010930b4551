/**
 * `npm run bench:pipeline [-- --jobs N]` measures jobs through the whole local service, from the create request to the webhook:
 * how many per second, the processor time of our functions, and where the time of a job goes. Afterwards, the same pictures
 * are rendered in this process, without the service.
 *
 * Additional jobs measure the steps, because recording each call takes processor time.
 */
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { traceCalls } from "./delivery/traced-calls.js";
import { type LocalService, startLocalService } from "./local-service.js";
import { type Cpu, cpuOf, difference } from "./pipeline/cpu.js";
import { measurePure, type Pure } from "./pipeline/pure.js";
import { type Receiver, startReceiver } from "./pipeline/receiver.js";
import { STEPS, stepsOf, type TimedJob } from "./pipeline/steps.js";
import { percentile, provenance, table, writeSection } from "./report.js";

/** Processor time per job in our functions, without rendering and encoding. */
const TARGET_MS = 15;
const BATCH_SIZE = 50;
const WARM_UP_JOBS = 400;
const TRACED_JOBS = 100;
/** The standard queue. */
const PRIORITY = 5;
const TRACED = ["renderer", "webhook"] as const;
const TEMPLATE = "Open Graph card";

interface Job {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly finishedAt?: string;
  readonly renderMs?: number;
}

interface Run {
  readonly jobs: readonly Job[];
  /** The time from the first create request to the last webhook. */
  readonly wallMs: number;
  /** The time from the first create request to the end of the last job. */
  readonly endedMs: number;
  /** The time of all create requests. */
  readonly createMs: number;
}

interface Called {
  readonly name: string;
  readonly codeDir: string;
}

const { values } = parseArgs({ options: { jobs: { type: "string", default: "500" }, write: { type: "boolean" } } });
const count = Number(values.jobs);
const loadBefore = loadavg()[0] ?? 0;
const receiver = await startReceiver();
const service = await startLocalService();
const { measured, used, traced, document } = await measure(service, receiver).finally(async () => {
  await service.close();
  receiver.close();
});
// The service is closed, so it does not disturb this measurement.
const pure = await measurePure(document);
report();

async function measure(service: LocalService, receiver: Receiver) {
  await render(service, receiver, WARM_UP_JOBS, "warm");
  const before = await cpuOf(service);
  const measured = await render(service, receiver, count, "new");
  const used = difference(before, await cpuOf(service));
  const traced = await traceSteps(service, receiver);
  const path = `/templates/${service.templates[TEMPLATE] ?? ""}`;
  const { document } = await call<{ readonly document: unknown }>(service, path);
  return { measured, used, traced, document };
}

/** Creates jobs and waits for their webhooks. Every picture has new texts. */
async function render(service: LocalService, receiver: Receiver, wanted: number, prefix: string): Promise<Run> {
  const template = service.templates[TEMPLATE];
  const startMs = Date.now();
  const target = receiver.arrivals.size + wanted;
  const ids: string[] = [];
  for (let start = 0; start < wanted; start += BATCH_SIZE) {
    const jobs = Array.from({ length: Math.min(BATCH_SIZE, wanted - start) }, (_, index) => ({
      ...{ template, priority: PRIORITY, webhookUrl: receiver.url },
      layers: { title: { text: `${prefix} ${start + index + 1}` } },
    }));
    const init = { method: "POST", body: JSON.stringify({ jobs }) };
    ids.push((await call<{ id: string }>(service, "/renders/batch", init)).id);
  }
  const createMs = Date.now() - startMs;
  await receiver.until(target);
  const jobs: Job[] = [];
  for (const id of ids) jobs.push(...(await call<{ jobs: readonly Job[] }>(service, `/renders/batches/${id}`)).jobs);
  const failed = jobs.filter(({ status }) => status !== "done");
  if (failed.length > 0) throw new Error(`${failed.length} of ${wanted} jobs failed.`);
  const arrived = jobs.map(({ id }) => receiver.arrivals.get(id) ?? Number.NaN);
  const ended = jobs.map(({ finishedAt = "" }) => Date.parse(finishedAt));
  return { jobs, wallMs: Math.max(...arrived) - startMs, endedMs: Math.max(...ended) - startMs, createMs };
}

/** Renders some jobs one batch at a time, while two functions record their calls. */
async function traceSteps(service: LocalService, receiver: Receiver) {
  const functions = (await (await fetch(`${service.inspectUrl}/functions`)).json()) as readonly Called[];
  const traces = [];
  for (const name of TRACED) {
    const codeDir = functions.find((one) => one.name === name)?.codeDir ?? "";
    const trace = traceCalls(codeDir, `.local/bench-pipeline/${name}`);
    const init = { method: "POST", body: JSON.stringify({ dir: trace.dir }) };
    await fetch(`${service.inspectUrl}/functions/${name}/code`, init);
    traces.push(trace);
  }
  await render(service, receiver, TRACED_JOBS, "traced warm");
  for (const trace of traces) trace.read();
  const { jobs } = await render(service, receiver, TRACED_JOBS, "traced");
  // The last calls of the functions follow the webhook.
  await pause(1_000);
  const calls = traces.flatMap((trace) => trace.read());
  const timed = jobs.map(({ id, createdAt, renderMs = 0 }): TimedJob => {
    return { id, renderMs, createdAtMs: Date.parse(createdAt), receivedAtMs: receiver.arrivals.get(id) ?? Number.NaN };
  });
  return timed.flatMap((job) => stepsOf(job, calls) ?? []);
}

async function call<T>({ baseUrl, apiKey }: LocalService, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  for (;;) {
    const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers });
    if (response.ok) return (await response.json()) as T;
    const text = await response.text();
    if (response.status !== 429) throw new Error(`${path} responded with ${response.status}: ${text}`);
    await pause(Number(response.headers.get("retry-after")) * 1000);
  }
}

function report(): void {
  const conditions = `${count} jobs of the template ${TEMPLATE} in batches of ${BATCH_SIZE}, each with a new title and a webhook, after ${WARM_UP_JOBS} to warm up. The whole service and the receiver run on the same machine, whose load was ${loadBefore.toFixed(1)} before the start.`;
  const text = [cpuTable(used), figures(measured, used, pure), stepTable(traced)].join("\n\n");
  process.stdout.write(`${text}\n`);
  writeSection("pipeline", [provenance(), conditions, text].join("\n\n"));
}

function sumOf(used: ReadonlyMap<string, Cpu>, part: keyof Cpu): number {
  return [...used.values()].reduce((sum, cpu) => sum + cpu[part], 0) / count;
}

function cpuTable(used: ReadonlyMap<string, Cpu>): string {
  const perJob = (ms: number) => ms.toFixed(1);
  const rows = [...used].map(([name, { own, rendering }]) => [name, perJob(own / count), perJob(rendering / count)]);
  rows.push(["all functions", perJob(sumOf(used, "own")), perJob(sumOf(used, "rendering"))]);
  return table(["function", "CPU ms per job without rendering", "CPU ms per job for rendering"], rows);
}

function figures({ wallMs, endedMs, createMs }: Run, used: ReadonlyMap<string, Cpu>, pure: Pure): string {
  const [own, perSecond] = [sumOf(used, "own"), (count * 1000) / wallMs];
  return [
    `${perSecond.toFixed(1)} jobs per second, from the first create request to the last webhook, and ${((count * 1000) / endedMs).toFixed(1)} to the end of the last job. The create requests took ${(createMs / count).toFixed(1)} ms per job.`,
    `The functions use ${own.toFixed(1)} ms of processor time per job without rendering and encoding. The target is ${TARGET_MS} ms.`,
    `The same pictures without the service, in one process: ${pure.pictureCpuMs.toFixed(1)} ms of processor time each, and ${(1000 / pure.pictureMs).toFixed(1)} per second. The whole service does ${((100 * perSecond * pure.pictureMs) / 1000).toFixed(0)} % of that on this machine, emulators and receiver included.`,
  ].join("\n\n");
}

/** The share refers to the time between the claim and the webhook. The wait of a job depends on what else is queued. */
function stepTable(traced: readonly NonNullable<ReturnType<typeof stepsOf>>[]): string {
  const median = (step: (typeof STEPS)[number], share = 0.5) =>
    percentile(
      traced.map((steps) => steps[step]),
      share,
    );
  const [, ...worked] = STEPS;
  const total = worked.reduce((sum, step) => sum + median(step), 0);
  const rows = STEPS.map((step, index) => {
    const share = index === 0 ? "" : `${((100 * median(step)) / total).toFixed(0)} %`;
    return [step, "", share, median(step).toFixed(1), median(step, 0.95).toFixed(1)];
  });
  const heading = `Where the time of a job goes, of ${traced.length} jobs in batches of ${BATCH_SIZE}. The share is without the wait, which depends on what else is queued:`;
  return `${heading}\n\n${table(["step", "", "share", "p50 ms", "p95 ms"], rows)}`;
}
