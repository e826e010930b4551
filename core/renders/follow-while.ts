import type { FollowJob } from "./follow-job.js";

/**
 * Follows a job only while its caller may: an open wait must not outlive the revocation of its API key or session.
 *
 * @param check rejects when the caller may not follow the job any more. It runs after each read, so it must be cached.
 */
export function followWhile(followJob: FollowJob, check: () => Promise<void>): FollowJob {
  return async function* followJobWhile(job, untilMs) {
    for await (const read of followJob(job, untilMs)) {
      await check();
      yield read;
    }
  };
}
