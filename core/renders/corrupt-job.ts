/** Ends a job whose stored item cannot be parsed as a whole. It can never be rendered, and its credit must come back. */
import * as z from "zod";
import { jobStatusSchema } from "../contract/job-body.js";
import { ATTEMPTS_EXHAUSTED } from "../contract/log-events.js";
import { type FinishDependencies, publishEnd } from "./finish-job.js";

/** The part of a job that ending it needs. */
export const corruptJobSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  status: jobStatusSchema,
  requestId: z.string().catch("unknown"),
  createdAtMs: z.int().catch(0),
  finishedAtMs: z.int().optional().catch(undefined),
  publishedAtMs: z.int().optional().catch(undefined),
  webhookUrl: z.string().optional().catch(undefined),
});
export type CorruptJob = z.infer<typeof corruptJobSchema>;

/** A stored job cannot be parsed. The message has the issues, for the log. */
export class CorruptJobError extends Error {
  override readonly name = "CorruptJobError";
}

const MESSAGE = "The service could not read this job. Create the render again.";

/** @throws Error if the job does not exist, or if not even the part that ending it needs can be parsed. */
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
    error: cause,
    event: ATTEMPTS_EXHAUSTED,
  });
  await publishEnd(dependencies, job);
}
