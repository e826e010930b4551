/**
 * Renders a job in the invocation that creates it. The job is written with its lease, and no queue has a message for
 * it.
 *
 * The queue is the fallback. If the function dies or runs out of time, the lease expires and the sweeper enqueues the
 * job.
 */
import { queueOf } from "../contract/render-queues.js";
import type { LoadedTemplate } from "../templates/load-template.js";
import { type Job, logFieldsOf, renderMessageOf } from "./job.js";
import type { Lease } from "./lease.js";
import type { GoOnUntil, RenderQueue } from "./ports.js";
import { renderClaimed, type RenderClaimedDependencies, type StoredPicture } from "./render-claimed.js";
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
  readonly goOnUntil: GoOnUntil;
}

/** A render in progress. Its promises never reject. */
export interface InlineRender {
  /**
   * Resolves when the picture is stored, while the job is being ended. Resolves to `undefined` if this render stores no
   * picture: it failed, or another function was first.
   */
  readonly stored: Promise<StoredPicture | undefined>;
  /**
   * Resolves when the job has ended, while its end is being published. Resolves to `undefined` if another function
   * renders the job.
   */
  readonly ended: Promise<Job | undefined>;
}

export interface InlineRenderer {
  /** The lease of a job that the invocation creates. It ends with the invocation, or earlier. */
  readonly newLease: () => Lease;
  /** Renders a job that was written with such a lease. */
  readonly render: (job: Job, template: LoadedTemplate) => InlineRender;
  readonly goOnUntil: GoOnUntil;
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
      const stored = Promise.withResolvers<StoredPicture | undefined>();
      const ended = Promise.withResolvers<Job | undefined>();
      const onEnded = (job: Job | undefined) => {
        // These calls have no effect on a promise that has already resolved.
        ended.resolve(job);
        stored.resolve(undefined);
      };
      const work = renderOrHandBack({ ...dependencies, onStored: stored.resolve, onEnded }, job, template)
        .catch((error: unknown) => {
          dependencies.log.error("An inline render failed. The sweeper enqueues the job when its lease has expired.", {
            ...logFieldsOf(job),
            error,
          });
        })
        .finally(() => onEnded(undefined));
      goOnUntil(work);
      return { stored: stored.promise, ended: ended.promise };
    },
    goOnUntil,
  };
}

async function renderOrHandBack(dependencies: InlineDependencies, job: Job, template: LoadedTemplate): Promise<void> {
  const { leaseToken } = job;
  if (leaseToken === undefined) throw new Error(`The job ${job.id} was created without a lease.`);
  const { kind } = await renderClaimed(dependencies, job, leaseToken, { template });
  if (kind === "transient") await handBack(dependencies, job, leaseToken);
}

/**
 * Enqueues the job, and then releases its lease. The release removes the job from the sweeper's index. In the reverse
 * order, a crash between the two steps would leave a job that nothing looks for. In this order, the message waits after
 * a crash until the lease has expired. The delay is the pause before the next attempt. It also makes the release come
 * before the message.
 */
async function handBack({ queue, jobs, log }: InlineDependencies, job: Job, leaseToken: string): Promise<void> {
  try {
    await queue.send(queueOf(job), job.workspaceId, renderMessageOf(job), RETRY_SECONDS);
  } catch (error) {
    log.warn("The queue may not have accepted the job. The sweeper sends it when its lease has expired.", {
      ...logFieldsOf(job),
      error,
    });
    return;
  }
  await jobs.release(job.id, leaseToken);
}
