/** Watches the memory of the processes of functions. */
import { readFileSync } from "node:fs";
import type { LocalService } from "../local-service.js";

interface FunctionState {
  readonly name: string;
  readonly pids: readonly number[];
}

export interface MemorySample {
  readonly atMs: number;
  /** The largest resident memory of a process by function, in megabytes. */
  readonly largestMb: Readonly<Record<string, number>>;
}

const PAGE_BYTES = 4_096;

export async function sampleMemory({ inspectUrl }: LocalService): Promise<MemorySample> {
  const functions = (await (await fetch(`${inspectUrl}/functions`)).json()) as FunctionState[];
  const largest = functions
    .filter(({ pids }) => pids.length > 0)
    .map(({ name, pids }) => [name, Math.max(...pids.map(residentMb))] as const);
  return { atMs: Date.now(), largestMb: Object.fromEntries(largest) };
}

/** Resolves to 0 if the process has ended meanwhile. */
function residentMb(pid: number): number {
  try {
    const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return (Number(pages) * PAGE_BYTES) / 1024 / 1024;
  } catch {
    return 0;
  }
}

/**
 * Returns the growth of a function's memory from the second quarter of the samples to the last one: their largest values
 * in megabytes. The first quarter is left out, because caches fill there.
 */
export function growthOf(
  samples: readonly MemorySample[],
  name: string,
): { readonly early: number; readonly late: number } {
  const values = samples.flatMap(({ largestMb }) => largestMb[name] ?? []);
  const quarter = Math.floor(values.length / 4);
  const largest = (part: readonly number[]) => Math.max(0, ...part);
  return { early: largest(values.slice(quarter, 2 * quarter)), late: largest(values.slice(-Math.max(1, quarter))) };
}
