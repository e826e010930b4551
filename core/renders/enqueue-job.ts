/** Hands a written job to its queue. */
import { ServiceError } from "../contract/errors.js";
import { queueOf } from "../contract/render-queues.js";
import { type Job, namesOf } from "./job.js";
import { type JobStore, type Log, QueueRefusedError, type RenderQueue } from "./ports.js";

export interface EnqueueJobDependencies {
  readonly jobs: Pick<JobStore, "undoCreation" | "markEnqueued">;
  readonly queue: RenderQueue;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Only when the queue has certainly refused the message is the job's creation undone.
 *
 * @throws ServiceError `QUEUE_UNAVAILABLE` when it was.
 */
export async function enqueueJob({ jobs, queue, log, now }: EnqueueJobDependencies, job: Job): Promise<void> {
  try {
    await queue.send(queueOf(job.priority), job.workspaceId, { jobId: job.id, requestId: job.requestId });
  } catch (error) {
    if (error instanceof QueueRefusedError && (await jobs.undoCreation(job, now()))) {
      throw new ServiceError("QUEUE_UNAVAILABLE", "The render could not be queued; try again shortly.", {
        cause: error,
      });
    }
    log.warn("It is not known whether the queue took the job; the sweeper will see to it.", { ...namesOf(job), error });
    return;
  }
  try {
    await jobs.markEnqueued(job.id, now());
  } catch (error) {
    // The message is out; at worst the sweeper sends it once more, which does no harm.
    log.warn("The job was queued but could not be marked so.", { ...namesOf(job), error });
  }
}
