/** Cancels the jobs of a batch that are still queued. */
import { CANCELED } from "../renders/cancel-render.js";
import { hasActiveLease, isTerminal } from "../renders/job.js";
import type { JobStore } from "../renders/ports.js";
import type { Log } from "../shared/log.js";
import { type BatchWithJobs, getBatch } from "./get-batch.js";
import type { BatchStore } from "./ports.js";

export interface CancelBatchDependencies {
  readonly batches: Pick<BatchStore, "find" | "jobsOf">;
  readonly jobs: Pick<JobStore, "end">;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Ends each queued job as failed and refunds it. A job that a renderer holds continues. If no job is queued, nothing
 * changes.
 *
 * The jobs end one after another, because the transaction of each job writes the item of the batch. If the function
 * crashes in between, the request can be repeated. As for a single job, this function does not publish the ends: a
 * renderer or the sweeper does.
 *
 * @throws ServiceError `NOT_FOUND`.
 */
export async function cancelBatch(
  { batches, jobs: store, log, now }: CancelBatchDependencies,
  workspaceId: string,
  id: string,
): Promise<BatchWithJobs> {
  const { batch, jobs } = await getBatch(batches, workspaceId, id);
  let canceled = 0;
  for (const job of jobs) {
    const nowMs = now();
    if (isTerminal(job) || hasActiveLease(job, nowMs)) continue;
    const ended = await store.end(job, { unleasedAtMs: nowMs }, { status: "failed", error: CANCELED }, nowMs);
    if (ended !== undefined) canceled += 1;
  }
  const { requestId } = batch;
  log.info("The batch was canceled.", { batchId: batch.id, requestId, workspaceId, canceled });
  return await getBatch(batches, workspaceId, id);
}
