/** Waits for the end of a job that another function renders. */
import { createFollowJob, type FollowJobDependencies } from "./follow-job.js";
import { followWhile } from "./follow-while.js";
import { isTerminal, type Job } from "./job.js";

/**
 * Resolves to the terminal job, or to `undefined` if the job is not terminal at `untilMs`, or does not exist.
 *
 * @param check as in `followWhile`
 */
export type WaitForEnd = (job: Job, untilMs: number, check?: () => Promise<void>) => Promise<Job | undefined>;

/** Create one per function instance: it learns how long the renders of a template usually take. */
export function createWaitForEnd(dependencies: FollowJobDependencies): WaitForEnd {
  const followJob = createFollowJob(dependencies);
  return async (job, untilMs, check) => {
    if (isTerminal(job)) return job;
    const follow = check === undefined ? followJob : followWhile(followJob, check);
    for await (const read of follow(job, untilMs)) {
      if (isTerminal(read)) return read;
    }
    return undefined;
  };
}
