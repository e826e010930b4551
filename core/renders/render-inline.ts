/**
 * Renders a job in the invocation that creates it. The job is written with its lease, and no queue has a message for it.
 *
 * The queue is the way back. If the function dies or runs out of time, the lease expires and the sweeper enqueues the job.
 */
import { queueOf } from "../contract/render-queues.js";
import type { LoadedTemplate } from "../templates/load-template.js";
import { type Job, logFieldsOf } from "./job.js";
import type { Lease } from "./lease.js";
import type { RenderQueue } from "./ports.js";
import { renderClaimed, type RenderClaimedDependencies } from "./render-claimed.js";
import { RETRY_SECONDS } from "./render-job.js";

export interface InlineDependencies extends RenderClaimedDependencies {
  readonly queue: RenderQueue;
  readonly newToken: () => string;
  /** The longest lease, for a function that can run much longer than a render. Default: no limit. */
  readonly longestLeaseMs?: number;
}

/** The invocation that renders. */
export interface Invocation {
  /** How long the invocation can still run. */
  readonly remainingMs: () => number;
  /** Lets the invocation go on until the promise has settled, also after the response. The promise never rejects. */
  readonly goOnUntil: (work: Promise<void>) => void;
}

export interface InlineRenderer {
  /** The lease of a job that the invocation creates. It ends with the invocation, or earlier. */
  readonly newLease: () => Lease;
  /**
   * Renders a job that was written with such a lease. Resolves when the job has ended, while its end is being published, or
   * to `undefined` if another function renders it. Never rejects.
   */
  readonly render: (job: Job, template: LoadedTemplate) => Promise<Job | undefined>;
}

export function createInlineRenderer(
  dependencies: InlineDependencies,
  { remainingMs, goOnUntil }: Invocation,
): InlineRenderer {
  return {
    newLease: () => {
      const { now, newToken, longestLeaseMs = Infinity } = dependencies;
      return { untilMs: now() + Math.min(remainingMs(), longestLeaseMs), token: newToken() };
    },
    render: (job, template) => {
      const { promise, resolve } = Promise.withResolvers<Job | undefined>();
      const work = renderOrHandBack({ ...dependencies, onEnded: resolve }, job, template)
        .catch((error: unknown) => {
          dependencies.log.error("An inline render failed. The sweeper enqueues the job when its lease has expired.", {
            ...logFieldsOf(job),
            error,
          });
        })
        // Without effect if the job has ended.
        .finally(() => resolve(undefined));
      goOnUntil(work);
      return promise;
    },
  };
}

async function renderOrHandBack(dependencies: InlineDependencies, job: Job, template: LoadedTemplate): Promise<void> {
  const { leaseToken } = job;
  if (leaseToken === undefined) throw new Error(`The job ${job.id} was created without a lease.`);
  const { kind } = await renderClaimed(dependencies, job, leaseToken, { template });
  if (kind === "transient") await handBack(dependencies, job, leaseToken);
}

/**
 * Enqueues the job, and then releases its lease, which takes it out of the sweeper's index. In the other order, a crash
 * between the two steps would leave a job that nobody looks for. After a crash in this order, the message waits until the
 * lease has expired. The delay is the pause before the next attempt, and lets the release come before the message.
 */
async function handBack({ queue, jobs, log }: InlineDependencies, job: Job, leaseToken: string): Promise<void> {
  try {
    await queue.send(queueOf(job), job.workspaceId, { jobId: job.id, requestId: job.requestId }, RETRY_SECONDS);
  } catch (error) {
    log.warn("The queue may not have accepted the job. The sweeper sends it when its lease has expired.", {
      ...logFieldsOf(job),
      error,
    });
    return;
  }
  await jobs.release(job.id, leaseToken);
}
