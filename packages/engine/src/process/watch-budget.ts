import type { RenderBudget } from "../limits/render-budgets.js";
import { type ProcessUsage, readProcessUsage } from "./process-usage.js";

/** The limit that a render has reached. */
export type ReachedLimit = "time" | "memory";

export interface BudgetWatchOptions {
  readonly pid: number;
  readonly budget: RenderBudget;
  /** Whether the process waits for the function. That time does not count. */
  readonly isWaiting: () => boolean;
  /**
   * The memory of other processes that counts, in bytes.
   * @default the resident memory of this process, since a function shares its memory with its rendering process
   */
  readonly otherBytes?: (() => number) | undefined;
  /** Called once. */
  readonly onReached: (limit: ReachedLimit) => void;
  /** @default /proc */
  readonly readUsage?: (pid: number) => ProcessUsage | undefined;
}

const INTERVAL_MS = 25;
/** An interval counts as this much at most. Lambda can freeze the function, and frozen time is not the render's. */
const MAX_COUNTED_MS = 1_000;

/**
 * Watches what a process uses from now on. Without /proc, only the time is limited.
 *
 * @returns stops the watch, and returns the processor time in milliseconds that the process has used. Of a process that has
 *   ended, it is that of the last look.
 */
export function watchBudget(options: BudgetWatchOptions): () => number {
  const { pid, budget, isWaiting, onReached, otherBytes = residentBytes, readUsage = readProcessUsage } = options;
  const cpuMsBefore = readUsage(pid)?.cpuMs ?? 0;
  let workedMs = 0;
  let usedMs = 0;
  const look = () => {
    const usage = readUsage(pid);
    if (usage !== undefined) usedMs = usage.cpuMs - cpuMsBefore;
    return usage;
  };
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (!isWaiting()) workedMs += Math.min(nowMs - lastMs, MAX_COUNTED_MS);
    lastMs = nowMs;
    const usage = look();
    const limit = reachedLimit(budget, { workedMs, usedMs, usage, otherBytes });
    if (limit === undefined) return;
    clearInterval(timer);
    onReached(limit);
  }, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    look();
    return usedMs;
  };
}

const residentBytes = () => process.memoryUsage.rss();

/** What a render has used. */
interface Used {
  readonly workedMs: number;
  readonly usedMs: number;
  readonly usage: ProcessUsage | undefined;
  readonly otherBytes: () => number;
}

function reachedLimit(budget: RenderBudget, { workedMs, usedMs, usage, otherBytes }: Used): ReachedLimit | undefined {
  if (workedMs > budget.workMs) return "time";
  if (usage === undefined) return undefined;
  if (usage.memoryBytes + otherBytes() > budget.memoryBytes) return "memory";
  return usedMs > budget.cpuMs ? "time" : undefined;
}
