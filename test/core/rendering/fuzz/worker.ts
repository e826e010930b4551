/**
 * Renders the documents that it gets as lines of JSON, each with a fresh set of caches, and reports for each the
 * processor time and the memory as a line of JSON. A process of its own, because a document can end it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Renderer } from "../../../../core/rendering/renderer.js";
import { testContext } from "../support.js";
import type { FuzzCase, Measured } from "./fuzz-case.js";

/** Resets the peak of the resident memory (proc(5), `clear_refs`). */
function resetPeak(): void {
  writeFileSync("/proc/self/clear_refs", "5");
}

/** The peak of the resident memory since the last reset, in bytes. */
function peakBytes(): number {
  const [, kilobytes = "0"] = /VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

async function measure({ source, request }: FuzzCase): Promise<Measured> {
  const renderer = new Renderer(testContext());
  resetPeak();
  const before = process.cpuUsage();
  const outcome = await renderer.render(source, request).then(
    ({ width, height }) => ({ width, height }),
    (error: unknown) => ({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
  );
  const { user, system } = process.cpuUsage(before);
  return { ...outcome, cpuMs: (user + system) / 1000, peakBytes: peakBytes() };
}

// The first render loads the native code and the first font. It is part of a cold start, not of a document's cost.
const warmUp = { width: 60, height: 40, layers: [{ id: "t", type: "text", text: "Ready", width: 60, height: 40 }] };
await measure({ source: warmUp, request: {} });
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await measure(JSON.parse(line) as FuzzCase))}\n`);
}
