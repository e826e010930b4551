/** Follows a batch by polling, because other functions render its jobs. See `core/renders/follow-job.ts`. */
import { type Batch, hasEnded } from "./batch.js";
import type { BatchStore } from "./ports.js";

const FIRST_POLL_MS = 50;
/** A wait is accurate to half a second. */
const LONGEST_POLL_MS = 250;
const POLL_GROWTH = 1.3;

export interface FollowBatchDependencies {
  readonly batches: Pick<BatchStore, "find" | "peek">;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Yields the batch after each read, until it has ended or `untilMs` has passed. It waits before the first read, because the
 * caller has just read the batch. Only the last read, at the deadline, is consistent.
 */
export type FollowBatch = (batchId: string, untilMs: number) => AsyncGenerator<Batch, void, undefined>;

export function createFollowBatch({ batches, now, pause }: FollowBatchDependencies): FollowBatch {
  return async function* followBatch(batchId, untilMs) {
    for (
      let intervalMs = FIRST_POLL_MS;
      now() < untilMs;
      intervalMs = Math.min(LONGEST_POLL_MS, intervalMs * POLL_GROWTH)
    ) {
      await pause(Math.min(Math.ceil(intervalMs), untilMs - now()));
      const read = await batches.peek(batchId);
      if (read === undefined) continue;
      yield read;
      if (hasEnded(read)) return;
    }
    const last = await batches.find(batchId);
    if (last !== undefined) yield last;
  };
}
