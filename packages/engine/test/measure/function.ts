/**
 * Stands in for a function: reads documents as lines of JSON, has the rendering process draw them with the limits of
 * jobs, and writes what each one needed. `buildPrograms` bundles this file.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { EngineError } from "../../src/issues/engine-error.js";
import { RENDER_BUDGET } from "../../src/limits/render-budgets.js";
import { forkRendering } from "../../src/process/fork-rendering.js";
import { type EndReport, IsolatedRenderer } from "../../src/process/isolated-renderer.js";
import { readProcessUsage } from "../../src/process/process-usage.js";
import type { Measured, Order, Outcome } from "./order.js";

const [, , program = "", images = ""] = process.argv;
/** The memory of the functions that render. */
const FUNCTION_BYTES = 1769 * 1024 * 1024;
/** The machine can be busy, so time that is not processor time has a wide limit. */
const WORK_MS = 120_000;
/** A picture that costs almost nothing. It is drawn before each measured picture, so that the process has started. */
const SMALL = { width: 8, height: 8, layers: [] };

let end: EndReport | undefined;
const renderer = new IsolatedRenderer({
  start: () => forkRendering({ program, memoryBytes: FUNCTION_BYTES }),
  budget: { ...RENDER_BUDGET, workMs: WORK_MS },
});
renderer.onEnd((report) => (end = report));

const loadImage = (url: string): Promise<Uint8Array> => {
  try {
    return Promise.resolve(readFileSync(join(images, new URL(url).pathname)));
  } catch {
    return Promise.reject(Object.assign(new Error(`The server answered 404 to ${url}.`), { retryable: false }));
  }
};

/** Resets the peak of the resident memory of a process (proc(5), `clear_refs`). */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The peak of the resident memory since the last reset, in bytes. */
function peakBytes(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

/** The processes that have finished their startup. */
const started = new Set<number>();
/** A process that takes no processor time for this long waits for work. The system counts it in steps of 10 ms. */
const IDLE_MS = 60;

/** Waits until a new process has drawn its first document, which takes longer than the small picture. */
async function untilStarted(pid: number): Promise<void> {
  let usedMs = Number.NaN;
  while (!started.has(pid)) {
    const nowMs = readProcessUsage(pid)?.cpuMs ?? 0;
    // On a busy machine, a process that has work can also wait for a processor.
    if (nowMs === usedMs && isAsleep(pid)) started.add(pid);
    else await setTimeout(IDLE_MS);
    usedMs = nowMs;
  }
}

/** Returns whether no thread of a process has work. A thread with work runs, or waits for a processor or a disk. */
function isAsleep(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
      // The state follows the name, which can contain spaces and parentheses (proc(5)).
      return stat.slice(stat.lastIndexOf(")") + 2).startsWith("S");
    });
  } catch {
    // A process that has ended has no work. The next render shows that.
    return true;
  }
}

async function obey({ source, request, version, upload }: Order): Promise<Outcome> {
  await renderer.render(SMALL, {}, { loadImage });
  const { pid } = renderer;
  await untilStarted(pid);
  end = undefined;
  resetPeak(pid);
  resetPeak(process.pid);
  const before = readProcessUsage(pid)?.cpuMs ?? 0;
  const uploads = { owner: "measured", load: () => Promise.resolve(Buffer.from(upload ?? "", "base64")) };
  const failure = await renderer.render(source, request, { version, uploads, loadImage }).then(() => ({}), failureOf);
  const ended = end as EndReport | undefined;
  if (ended !== undefined) return { ended: ended.reason, detail: `${ended.signal ?? ended.code ?? ""}` };
  const cpuMs = (readProcessUsage(pid)?.cpuMs ?? 0) - before;
  return { measured: { ...failure, cpuMs, childBytes: peakBytes(pid), functionBytes: peakBytes(process.pid) } };
}

/** An error that the service reports to the caller is a refusal. Any other error, and an internal one, is a finding. */
function failureOf(error: unknown): Pick<Measured, "refusal" | "error"> {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof EngineError && error.code !== "INTERNAL") return { refusal: text };
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return { error: `${text}${cause}` };
}

await renderer.render(SMALL, {}, { loadImage });
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line) as Order))}\n`);
}
process.exit();
