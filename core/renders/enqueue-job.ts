/** Sends the message of a job to its queue. */
import { ServiceError } from "../contract/errors.js";
import { queueOf } from "../contract/render-queues.js";
import { type Job, logFieldsOf, renderMessageOf } from "./job.js";
import { type JobStore, QueueRefusedError, type RenderQueue } from "./ports.js";
import type { Log } from "../shared/log.js";

export interface EnqueueJobDependencies {
  readonly jobs: Pick<JobStore, "undoCreation" | "markEnqueued">;
  readonly queue: RenderQueue;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Enqueues a job. If the queue definitely refused the message, the creation of the job is undone.
 *
 * @throws ServiceError `QUEUE_UNAVAILABLE` if the creation was undone.
 */
export async function enqueueJob({ jobs, queue, log, now }: EnqueueJobDependencies, job: Job): Promise<void> {
  try {
    await queue.send(queueOf(job), job.workspaceId, renderMessageOf(job));
  } catch (error) {
    if (error instanceof QueueRefusedError && (await jobs.undoCreation(job, now()))) {
      throw new ServiceError("QUEUE_UNAVAILABLE", "The render could not be queued. Try again shortly.", {
        cause: error,
      });
    }
    log.warn("The queue may not have accepted the job. The sweeper sends it again if it stays unclaimed.", {
      ...logFieldsOf(job),
      error,
    });
    return;
  }
  try {
    await jobs.markEnqueued(job.id, now());
  } catch (error) {
    // The message was sent. The sweeper may send it again, which is harmless.
    log.warn("The job was queued, but could not be marked as enqueued.", { ...logFieldsOf(job), error });
  }
}
