/**
 * Ends a job whose stored item cannot be parsed as a whole. It can never be rendered, and its credit must be refunded.
 */
import { ATTEMPTS_EXHAUSTED } from "../deployment/log-events.js";
import type { CorruptJobError } from "./corrupt-job.js";
import { type FinishDependencies, publishEnd } from "./finish-job.js";

const MESSAGE = "The service could not read this job. Create the render again.";

/**
 * @throws Error if the job does not exist, or if not even the part that is needed to end it can be parsed.
 */
export async function failCorruptJob(
  dependencies: Pick<FinishDependencies, "jobs" | "events" | "log" | "now">,
  jobId: string,
  cause: CorruptJobError,
): Promise<void> {
  const { jobs, log, now } = dependencies;
  const job = await jobs.endCorrupt(jobId, MESSAGE, now());
  log.error("The stored job is corrupt. It ends as failed.", {
    jobId,
    requestId: job.requestId,
    workspaceId: job.workspaceId,
    error: cause,
    event: ATTEMPTS_EXHAUSTED,
  });
  await publishEnd(dependencies, job);
}
