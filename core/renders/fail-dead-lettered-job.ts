/** Handles a message in a dead-letter queue: ends its job, or enqueues it again if no renderer ever claimed it. */
import { queueOf } from "../contract/render-queues.js";
import { CorruptJobError } from "./corrupt-job.js";
import { failCorruptJob } from "./fail-corrupt-job.js";
import { failExhaustedJob } from "./fail-exhausted-job.js";
import { type FinishDependencies, publishEnd } from "./finish-job.js";
import { hasActiveLease, isTerminal, type Job, logFieldsOf, type RenderMessage, renderMessageOf } from "./job.js";
import type { RenderQueue } from "./ports.js";
import type { Outcome } from "./render-job.js";

export interface DeadLetterDependencies extends FinishDependencies {
  readonly queue: RenderQueue;
}

/**
 * If a renderer still has an active lease, the job does not change, and the message returns when the lease ends. A job
 * that cannot be parsed ends at once.
 */
export async function failDeadLetteredJob(
  dependencies: DeadLetterDependencies,
  message: RenderMessage,
): Promise<Outcome> {
  try {
    return await endOrEnqueue(dependencies, message);
  } catch (error) {
    if (!(error instanceof CorruptJobError)) throw error;
    await failCorruptJob(dependencies, message.jobId, error);
    return { kind: "settled" };
  }
}

async function endOrEnqueue(dependencies: DeadLetterDependencies, message: RenderMessage): Promise<Outcome> {
  const { jobs, log, now } = dependencies;
  const nowMs = now();
  const job = await jobs.find(message.jobId);
  if (job === undefined) {
    log.warn("A message in the dead-letter queue names a job that does not exist.", { ...message });
    return { kind: "settled" };
  }
  if (isTerminal(job)) {
    await publishEnd(dependencies, job);
    return { kind: "settled" };
  }
  if (hasActiveLease(job, nowMs)) {
    return { kind: "retry", afterSeconds: Math.max(1, Math.ceil(((job.leaseUntilMs ?? nowMs) - nowMs) / 1000)) };
  }
  if (await enqueueAgain(dependencies, job)) return { kind: "settled" };
  const ended = await failExhaustedJob(dependencies, job, { unleasedAtMs: nowMs });
  return ended === undefined ? { kind: "retry", afterSeconds: 1 } : { kind: "settled" };
}

/**
 * Throttled invocations count as receives, so a message can be dead-lettered without any attempt to render. Resolves to
 * `false` if the job was claimed, or was enqueued again too often.
 *
 * Counts the requeue before it sends the message. If it sent first and then could not count, each retry would send
 * another message.
 */
async function enqueueAgain({ jobs, queue, log }: DeadLetterDependencies, job: Job): Promise<boolean> {
  const requeues = await jobs.countRequeue(job.id);
  if (requeues === undefined) return false;
  log.warn("No renderer has ever claimed the job. It is enqueued again.", { ...logFieldsOf(job), requeues });
  await queue.send(queueOf(job), job.workspaceId, renderMessageOf(job));
  return true;
}
