/** Ends a job whose message its queue has given up on. */
import { type FinishDependencies, finishJob, publishEnd } from "./finish-job.js";
import { isTerminal, type RenderMessage } from "./job.js";
import { hasLiveLease } from "./claim-result.js";
import { exhaustedText, type Outcome } from "./render-job.js";

/** A job that a renderer still owns is left to it: the message comes back when the lease has ended. */
export async function buryJob(dependencies: FinishDependencies, message: RenderMessage): Promise<Outcome> {
  const { jobs, log, now } = dependencies;
  const nowMs = now();
  const job = await jobs.find(message.jobId);
  if (job === undefined) {
    log.warn("A dead letter names a job that does not exist.", { ...message });
    return { kind: "settled" };
  }
  if (isTerminal(job)) {
    await publishEnd(dependencies, job);
    return { kind: "settled" };
  }
  if (hasLiveLease(job, nowMs)) {
    return { kind: "retry", afterSeconds: Math.max(1, Math.ceil(((job.leaseUntilMs ?? nowMs) - nowMs) / 1000)) };
  }
  const ended = await finishJob(dependencies, job, { nobodyAtMs: nowMs }, { status: "failed", error: exhaustedText() });
  return ended === undefined ? { kind: "retry", afterSeconds: 1 } : { kind: "settled" };
}
