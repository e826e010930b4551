/** Waits for the end of a batch (long polling). */
import type { Caller } from "../access/authenticate.js";
import type { TakeSlot } from "../access/slots.js";
import type { Log } from "../shared/log.js";
import { SLOT_MARGIN_MS } from "../renders/wait-for-render.js";
import { hasEnded } from "./batch.js";
import type { FollowBatch } from "./follow-batch.js";
import { type BatchWithJobs, requireBatch } from "./get-batch.js";
import type { BatchStore } from "./ports.js";

export interface WaitForBatchDependencies {
  readonly batches: Pick<BatchStore, "find" | "jobsOf">;
  readonly followBatch: FollowBatch;
  /** Shared with the waits for single jobs. */
  readonly takeWaitSlot: TakeSlot;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Resolves to the batch when it has ended, or after `timeoutMs` to its state at that time.
 *
 * @throws ServiceError `NOT_FOUND`; `RATE_LIMITED` if the workspace has as many waits as its plan allows
 */
export async function waitForBatch(
  { batches, followBatch, takeWaitSlot, now, log }: WaitForBatchDependencies,
  caller: Pick<Caller, "workspaceId" | "plan">,
  id: string,
  timeoutMs: number,
): Promise<BatchWithJobs> {
  const untilMs = now() + timeoutMs;
  let batch = await requireBatch(batches, caller.workspaceId, id);
  if (!hasEnded(batch)) {
    const terms = { slots: caller.plan.concurrentWaits, holdMs: timeoutMs + SLOT_MARGIN_MS };
    const freeSlot = await takeWaitSlot(caller.workspaceId, terms, log);
    try {
      for await (batch of followBatch(batch.id, untilMs)) if (hasEnded(batch)) break;
    } finally {
      await freeSlot();
    }
  }
  return { batch, jobs: await batches.jobsOf(batch) };
}
