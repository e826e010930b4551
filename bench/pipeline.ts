/**
 * `npm run bench:pipeline [-- --jobs N]` measures jobs through the whole local service, from the create request to the end of
 * the last job, and the processor time of our functions.
 *
 * A function that renders draws and encodes in a child process, so the processor time of its own process is everything else:
 * messages, tables, buckets, events. The emulators are other processes and are not counted.
 */
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type LocalService, startLocalService } from "./local-service.js";
import { percentile, provenance, table, writeSection } from "./report.js";

/** Processor time per job in our functions, without rendering and encoding. */
const TARGET_MS = 15;
const BATCH_SIZE = 50;
const WARM_UP_JOBS = 300;
/** The standard queue. */
const PRIORITY = 5;
const POLL_MS = 600;
/** Linux counts processor time in units of 10 ms. */
const TICK_MS = 10;

interface Job {
  readonly status: string;
  readonly createdAt: string;
  readonly finishedAt?: string;
  readonly renderMs?: number;
}

interface Cpu {
  readonly own: number;
  readonly rendering: number;
}

const { values } = parseArgs({ options: { jobs: { type: "string", default: "500" }, write: { type: "boolean" } } });
const count = Number(values.jobs);
const loadBefore = loadavg()[0] ?? 0;
const service = await startLocalService();
let jobs: readonly Job[] = [];
let wallMs = 0;
let used = new Map<string, Cpu>();
try {
  await render(service, WARM_UP_JOBS, "warm");
  const before = await cpuOf(service);
  const startMs = Date.now();
  jobs = await render(service, count, "new");
  wallMs = Math.max(...jobs.map(({ finishedAt }) => Date.parse(finishedAt ?? ""))) - startMs;
  used = difference(before, await cpuOf(service));
} finally {
  await service.close();
}
report();

/** Creates jobs and waits for their ends. Every picture has new texts. */
async function render(service: LocalService, wanted: number, prefix: string): Promise<readonly Job[]> {
  const template = service.templates["Open Graph card"];
  const ids: string[] = [];
  for (let start = 0; start < wanted; start += BATCH_SIZE) {
    const items = Array.from({ length: Math.min(BATCH_SIZE, wanted - start) }, (_, index) => ({
      ...{ template, priority: PRIORITY },
      layers: { title: { text: `${prefix} ${start + index + 1}` } },
    }));
    const init = { method: "POST", body: JSON.stringify({ jobs: items }) };
    ids.push((await call<{ id: string }>(service, "/renders/batch", init)).id);
  }
  const ended: Job[] = [];
  for (const id of ids) {
    for (;;) {
      const batch = await call<{ status: string; jobs: readonly Job[] }>(service, `/renders/batches/${id}`);
      await pause(POLL_MS);
      if (batch.status === "queued") continue;
      ended.push(...batch.jobs);
      break;
    }
  }
  const failed = ended.filter(({ status }) => status !== "done");
  if (failed.length > 0) throw new Error(`${failed.length} of ${wanted} jobs failed.`);
  return ended;
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

/** Milliseconds of processor time so far, by function. */
async function cpuOf({ inspectUrl }: LocalService): Promise<Map<string, Cpu>> {
  const response = await fetch(`${inspectUrl}/functions`);
  const functions = (await response.json()) as readonly { readonly name: string; readonly pids: readonly number[] }[];
  const children = childrenByParent();
  const entries = functions.map(({ name, pids }) => {
    const own = pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
    const drawing = pids.flatMap((pid) => children.get(pid) ?? []).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
    return [name, { own, rendering: drawing }] as const;
  });
  return new Map(entries);
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(statOf(Number(name))[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** User and system time, fields 14 and 15 of `man 5 proc`. */
function cpuMsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** The fields after the name of the process, which can contain spaces. The first is the state. */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function difference(before: ReadonlyMap<string, Cpu>, after: ReadonlyMap<string, Cpu>): Map<string, Cpu> {
  const entries = [...after].map(([name, { own, rendering }]) => {
    const { own: ownBefore = 0, rendering: renderingBefore = 0 } = before.get(name) ?? {};
    return [name, { own: own - ownBefore, rendering: rendering - renderingBefore }] as const;
  });
  return new Map(entries.filter(([, { own, rendering }]) => own > 0 || rendering > 0));
}

function report(): void {
  const perJob = (ms: number) => (ms / count).toFixed(1);
  const rows = [...used].map(([name, { own, rendering }]) => [name, perJob(own), perJob(rendering)]);
  const total = (part: keyof Cpu) => [...used.values()].reduce((sum, cpu) => sum + cpu[part], 0);
  const [own, rendering] = [total("own") / count, total("rendering") / count];
  rows.push(["all functions", own.toFixed(1), rendering.toFixed(1)]);
  const renderMs = percentile(
    jobs.map((job) => job.renderMs ?? 0),
    0.5,
  );
  const perSecond = (count * 1000) / wallMs;
  const pure = 1000 / rendering;
  const figures = [
    `${perSecond.toFixed(1)} jobs per second, from the first create request to the end of the last job. The median render takes ${renderMs.toFixed(0)} ms.`,
    `The functions use ${own.toFixed(1)} ms of processor time per job without rendering and encoding. The target is ${TARGET_MS} ms.`,
    `Rendering and encoding alone take ${rendering.toFixed(1)} ms of processor time per job, so one core could do ${pure.toFixed(1)} per second. The whole service does ${((100 * perSecond) / pure).toFixed(0)} % of that on this machine, emulators included.`,
  ].join("\n\n");
  const conditions = `${count} jobs of the template Open Graph card in batches of ${BATCH_SIZE}, each with a new title, after ${WARM_UP_JOBS} to warm up. The whole service runs on the same machine, whose load was ${loadBefore.toFixed(1)} before the start.`;
  const text = table(["function", "CPU ms per job without rendering", "CPU ms per job for rendering"], rows);
  process.stdout.write(`${text}\n\n${figures}\n`);
  writeSection("pipeline", [provenance(), conditions, text, figures].join("\n\n"));
}
