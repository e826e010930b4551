/** Moves the clock, and does the work that AWS does once a day: expired items and lifecycle rules. */
import type { LifecycleRun } from "../services/s3/lifecycle-run.js";
import type { Clock } from "./clock.js";

const DAY_MS = 86_400_000;

export interface ClockWork {
  readonly clock: Clock;
  /** Deletes the items of tables whose time to live has passed. Resolves to their number. */
  readonly deleteExpiredItems: (nowMs: number) => Promise<number>;
  readonly applyLifecycles: () => Promise<LifecycleRun>;
  /** Makes the responses in the cache of the edge older. */
  readonly ageCache: (ms: number) => void;
}

export interface ClockMove extends LifecycleRun {
  /** The new time in epoch milliseconds. */
  readonly nowMs: number;
  readonly expiredItems: number;
}

/** Returns a function that moves the clock. The daily work runs if the move passes midnight UTC. */
export function createClockMover(work: ClockWork): (ms: number) => Promise<ClockMove> {
  const { clock, ageCache } = work;
  return async (ms) => {
    const dayBefore = Math.floor(clock.now() / DAY_MS);
    ageCache(ms);
    clock.move(ms);
    const nowMs = clock.now();
    const isNewDay = Math.floor(nowMs / DAY_MS) > dayBefore;
    const run = isNewDay ? await work.applyLifecycles() : { transitioned: 0, expired: 0 };
    const expiredItems = isNewDay ? await work.deleteExpiredItems(nowMs) : 0;
    return { nowMs, ...run, expiredItems };
  };
}
