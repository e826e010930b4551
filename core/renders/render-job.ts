/** Renders one queued job: claims it, renders and stores its picture, and ends it. */
import { failExhaustedJob } from "./fail-exhausted-job.js";
import { publishEnd } from "./finish-job.js";
import type { Job, RenderMessage } from "./job.js";
import { renderClaimed, type RenderClaimedDependencies } from "./render-claimed.js";

export interface RenderJobDependencies extends RenderClaimedDependencies {
  readonly newToken: () => string;
}

export interface Delivery {
  /** The remaining time of this invocation. The lease ends with it. */
  readonly remainingMs: number;
  /**
   * Called after the job is claimed. Sets the visibility timeout, so that after a crash the message returns when the
   * lease ends. Rendering waits for it, because a busy renderer cannot call the queue.
   */
  readonly onClaimed?: (leaseMs: number) => Promise<void>;
}

/** `settled`: delete the message. `retry`: the message becomes visible again after this time. */
export type Outcome = { readonly kind: "settled" } | { readonly kind: "retry"; readonly afterSeconds: number };

const SETTLED: Outcome = { kind: "settled" };
/** The delay before the second attempt. The delay before the third is twice as long. */
export const RETRY_SECONDS = 2;

export async function renderJob(
  dependencies: RenderJobDependencies,
  message: RenderMessage,
  delivery: Delivery,
): Promise<Outcome> {
  const { jobs, log, now, newToken } = dependencies;
  const nowMs = now();
  const token = newToken();
  const claim = await jobs.claim(message.jobId, { nowMs, untilMs: nowMs + delivery.remainingMs, token });
  switch (claim.kind) {
    case "missing":
      log.warn("The message names a job that does not exist. Its creation was undone.", { ...message });
      return SETTLED;
    case "terminal":
      await publishEnd(dependencies, claim.job);
      return SETTLED;
    case "leased":
      return { kind: "retry", afterSeconds: Math.max(1, Math.ceil((claim.untilMs - nowMs) / 1000)) };
    case "exhausted":
      await failExhaustedJob(dependencies, claim.job, { unleasedAtMs: nowMs });
      return SETTLED;
    case "claimed":
      return await renderDelivered(dependencies, claim.job, token, delivery);
  }
}

async function renderDelivered(
  dependencies: RenderJobDependencies,
  job: Job,
  leaseToken: string,
  { onClaimed, remainingMs }: Delivery,
): Promise<Outcome> {
  const { kind } = await renderClaimed(dependencies, job, leaseToken, {
    beforeRender: async () => await onClaimed?.(remainingMs),
  });
  switch (kind) {
    case "ended":
      return SETTLED;
    case "lost":
      // Another renderer has the job. Keep the message until that renderer ends the job.
      return { kind: "retry", afterSeconds: RETRY_SECONDS };
    case "transient":
      await dependencies.jobs.release(job.id, leaseToken);
      return { kind: "retry", afterSeconds: RETRY_SECONDS * job.attempts };
  }
}
