import type { RenderBudget } from "../limits/render-budgets.js";
import { type ProcessUsage, readProcessUsage } from "./process-usage.js";

/** The limit that a render has reached. */
export type ReachedLimit = "time" | "memory";

export interface BudgetWatchOptions {
  readonly pid: number;
  readonly budget: RenderBudget;
  /** Whether the process waits for the function. That time does not count. */
  readonly isWaiting: () => boolean;
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
  const { pid, budget, isWaiting, onReached, readUsage = readProcessUsage } = options;
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
    const limit = reachedLimit(budget, workedMs, usedMs, usage);
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

function reachedLimit(
  budget: RenderBudget,
  workedMs: number,
  usedMs: number,
  usage: ProcessUsage | undefined,
): ReachedLimit | undefined {
  if (workedMs > budget.workMs) return "time";
  if (usage === undefined) return undefined;
  if (usage.memoryBytes + process.memoryUsage.rss() > budget.memoryBytes) return "memory";
  return usedMs > budget.cpuMs ? "time" : undefined;
}
