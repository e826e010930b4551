import type { FollowJob } from "./follow-job.js";

/**
 * Follows a job only while its caller is allowed to: an open wait must not outlive the revocation of its API key or
 * session.
 *
 * @param check rejects when the caller may no longer follow the job. It runs after each read, so its result must be
 *   cached.
 */
export function followWhile(followJob: FollowJob, check: () => Promise<void>): FollowJob {
  return async function* followJobWhile(job, untilMs) {
    for await (const read of followJob(job, untilMs)) {
      await check();
      yield read;
    }
  };
}
