/**
 * Renders the documents that it gets as lines of JSON, each with fresh caches, and reports for each the processor time
 * and the memory as a line of JSON. It is a process of its own, because a document can end it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { ServiceError } from "../../../../core/contract/errors.js";
import { Renderer } from "../../../../core/rendering/renderer.js";
import { readDocument } from "../../../../core/rendering/resolve/read-request.js";
import { comparePaths, faultsOf, oracleResources } from "../oracle/compare-paths.js";
import { testContext } from "../support.js";
import type { FuzzCase, Measured, Order } from "./fuzz-case.js";
import { largeImagesIn } from "./fuzz-images.js";

/** Resets the peak of the resident memory (proc(5), `clear_refs`). */
function resetPeak(): void {
  globalThis.gc?.();
  writeFileSync("/proc/self/clear_refs", "5");
}

/** The peak of the resident memory since the last reset, in bytes. */
function peakBytes(): number {
  const [, kilobytes = "0"] = /VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

async function measure({ source, request }: FuzzCase): Promise<Measured> {
  const images = await largeImagesIn(JSON.stringify([source, request]));
  const renderer = new Renderer(testContext(images));
  resetPeak();
  const before = process.cpuUsage();
  const outcome = await renderer.render(source, request).then(() => ({}), failureOf);
  const { user, system } = process.cpuUsage(before);
  return { ...outcome, cpuMs: (user + system) / 1000, peakBytes: peakBytes() };
}

/** The service answers its own errors. Any other error, and an internal one, is a finding. */
function failureOf(error: unknown): Pick<Measured, "refusal" | "error"> {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const isRefusal = error instanceof ServiceError && error.code !== "INTERNAL";
  if (isRefusal) return { refusal: text };
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return { error: `${text}${cause}` };
}

async function differ({ source, request }: FuzzCase): Promise<Pick<Measured, "difference">> {
  const { scale = 1, transparent = false } = request;
  const differences = await comparePaths(
    readDocument(source),
    [{}, request],
    { scale, transparent },
    oracleResources(),
  );
  const [difference] = faultsOf(differences);
  return difference === undefined ? {} : { difference };
}

async function obey({ test, compares }: Order): Promise<Measured> {
  const measured = await measure(test);
  if (!compares || measured.error !== undefined || measured.refusal !== undefined) return measured;
  return await differ(test).then(
    (difference) => ({ ...measured, ...difference }),
    // Without the overrides of the request, the document can be beyond the limits.
    (error: unknown) =>
      "error" in failureOf(error) ? { ...measured, error: `The reference failed: ${String(error)}` } : measured,
  );
}

// The first render loads the native code and the first font. It is part of a cold start, not of a document's cost.
const warmUp = { width: 60, height: 40, layers: [{ id: "t", type: "text", text: "Ready", width: 60, height: 40 }] };
await measure({ source: warmUp, request: {} });
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line) as Order))}\n`);
}
