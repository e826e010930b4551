import type { RenderBudget } from "../../contract/render-budgets.js";
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
 * @returns stops the watch
 */
export function watchBudget(options: BudgetWatchOptions): () => void {
  const { pid, budget, isWaiting, onReached, readUsage = readProcessUsage } = options;
  const cpuMsBefore = readUsage(pid)?.cpuMs ?? 0;
  let workedMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (!isWaiting()) workedMs += Math.min(nowMs - lastMs, MAX_COUNTED_MS);
    lastMs = nowMs;
    const limit = reachedLimit(budget, workedMs, cpuMsBefore, readUsage(pid));
    if (limit === undefined) return;
    clearInterval(timer);
    onReached(limit);
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}

function reachedLimit(
  budget: RenderBudget,
  workedMs: number,
  cpuMsBefore: number,
  usage: ProcessUsage | undefined,
): ReachedLimit | undefined {
  if (workedMs > budget.workMs) return "time";
  if (usage === undefined) return undefined;
  if (usage.memoryBytes + process.memoryUsage.rss() > budget.memoryBytes) return "memory";
  return usage.cpuMs - cpuMsBefore > budget.cpuMs ? "time" : undefined;
}
