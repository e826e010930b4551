/** Ends a job that no further attempt can save. */
import { ATTEMPTS_EXHAUSTED } from "../deployment/log-events.js";
import { type FinishDependencies, finishJob } from "./finish-job.js";
import { type Job, logFieldsOf } from "./job.js";
import type { LeaseCondition } from "./ports.js";

/** Like `finishJob` with a failure. If the job really failed, an alarm counts it. */
export async function failExhaustedJob(
  dependencies: FinishDependencies,
  job: Job,
  condition: LeaseCondition,
): Promise<Job | undefined> {
  const ended = await finishJob(dependencies, job, condition, { status: "failed", error: messageOf(job) });
  if (ended?.status === "failed") {
    dependencies.log.warn("The job failed, because its attempts are used up.", {
      ...logFieldsOf(ended),
      attempts: ended.attempts,
      event: ATTEMPTS_EXHAUSTED,
    });
  }
  return ended;
}

/** States the real number of attempts. A job that no renderer ever claimed has none. */
function messageOf({ attempts }: Job): string {
  if (attempts === 0) return "The picture was not rendered, because no renderer was free for a long time. Try again.";
  const count = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return `The picture could not be rendered in ${count}. Try again, or use a smaller scale.`;
}
