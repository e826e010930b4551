/** Waits for the end of a job that another function renders. */
import { createFollowJob, type FollowJobDependencies } from "./follow-job.js";
import { isTerminal, type Job } from "./job.js";

/** Resolves to the terminal job, or to `undefined` if the job is not terminal at `untilMs`, or does not exist. */
export type WaitForEnd = (job: Job, untilMs: number) => Promise<Job | undefined>;

/** Create one per function instance: it learns how long the renders of a template usually take. */
export function createWaitForEnd(dependencies: FollowJobDependencies): WaitForEnd {
  const followJob = createFollowJob(dependencies);
  return async (job, untilMs) => {
    if (isTerminal(job)) return job;
    for await (const read of followJob(job, untilMs)) {
      if (isTerminal(read)) return read;
    }
    return undefined;
  };
}
