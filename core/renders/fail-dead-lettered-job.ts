/** Ends a job whose message reached the dead-letter queue. */
import { type FinishDependencies, finishJob, publishEnd } from "./finish-job.js";
import { hasActiveLease, isTerminal, type RenderMessage } from "./job.js";
import { attemptsExhaustedMessage, type Outcome } from "./render-job.js";

/** If a renderer still has an active lease, the job is not changed and the message returns when the lease ends. */
export async function failDeadLetteredJob(dependencies: FinishDependencies, message: RenderMessage): Promise<Outcome> {
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
  const ending = { status: "failed", error: attemptsExhaustedMessage() } as const;
  const ended = await finishJob(dependencies, job, { unleasedAtMs: nowMs }, ending);
  return ended === undefined ? { kind: "retry", afterSeconds: 1 } : { kind: "settled" };
}
