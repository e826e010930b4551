/**
 * The processor time of functions. A function that renders draws and encodes in a child process, so the processor time of its
 * own process is everything else: messages, tables, buckets, events. The emulators are other processes.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { LocalService } from "../local-service.js";

export interface Cpu {
  readonly own: number;
  readonly rendering: number;
}

/** Linux counts processor time in units of 10 ms. */
const TICK_MS = 10;

/** Milliseconds of processor time so far, by function. */
export async function cpuOf({ inspectUrl }: LocalService): Promise<Map<string, Cpu>> {
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

/** Returns the processor time that each function used in between, without the functions that used none. */
export function difference(before: ReadonlyMap<string, Cpu>, after: ReadonlyMap<string, Cpu>): Map<string, Cpu> {
  const entries = [...after].map(([name, { own, rendering }]) => {
    const { own: ownBefore = 0, rendering: renderingBefore = 0 } = before.get(name) ?? {};
    return [name, { own: own - ownBefore, rendering: rendering - renderingBefore }] as const;
  });
  return new Map(entries.filter(([, { own, rendering }]) => own > 0 || rendering > 0));
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
