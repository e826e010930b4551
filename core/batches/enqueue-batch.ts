/** Sends the messages of a batch's jobs to their queues. */
import { ServiceError } from "../contract/errors.js";
import { queueOf } from "../contract/render-queues.js";
import type { Job } from "../renders/job.js";
import type { JobStore } from "../renders/ports.js";
import type { Log } from "../shared/log.js";
import { inGroups } from "../shared/in-groups.js";
import type { Batch } from "./batch.js";
import type { BatchQueue, BatchStore } from "./ports.js";

/** The number of jobs that are marked as enqueued at the same time. */
const CONCURRENT_MARKS = 25;

export interface EnqueueBatchDependencies {
  readonly batches: Pick<BatchStore, "undoCreation">;
  readonly jobs: Pick<JobStore, "markEnqueued">;
  readonly queue: BatchQueue;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Enqueues the jobs. If the queues definitely refused every message, the creation of the batch is undone. If some
 * messages were accepted, the batch remains, and the sweeper sends the others.
 *
 * @throws ServiceError `QUEUE_UNAVAILABLE` if the creation was undone.
 */
export async function enqueueBatch(
  dependencies: EnqueueBatchDependencies,
  batch: Batch,
  jobs: readonly Job[],
): Promise<void> {
  const { batches, queue, log, now } = dependencies;
  const facts = { batchId: batch.id, requestId: batch.requestId, workspaceId: batch.workspaceId };
  const { results, errors } = await queue.sendAll(jobs.map((job) => ({ queue: queueOf(job), job })));
  const sent = jobs.filter(({ id }) => results.get(id) === "sent");
  if (jobs.every(({ id }) => results.get(id) === "refused") && (await batches.undoCreation(batch, now()))) {
    throw new ServiceError("QUEUE_UNAVAILABLE", "The batch could not be queued. Try again shortly.", {
      cause: errors[0],
    });
  }
  if (sent.length < jobs.length) {
    log.warn("The queues may not have accepted all jobs of a batch. The sweeper sends those that stay unclaimed.", {
      ...facts,
      sent: sent.length,
      jobs: jobs.length,
      errors,
    });
  }
  await markEnqueued(dependencies, sent, facts);
}

async function markEnqueued(
  { jobs: store, log, now }: EnqueueBatchDependencies,
  sent: readonly Job[],
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    await inGroups(sent, CONCURRENT_MARKS, async ({ id }) => await store.markEnqueued(id, now()));
  } catch (error) {
    // The messages were sent. The sweeper may send them again, which is harmless.
    log.warn("The jobs of a batch were queued, but could not all be marked as enqueued.", { ...facts, error });
  }
}
