import type { Job } from "../../renders/job.js";
import type { Batch } from "../batch.js";
import type { BatchStore } from "../ports.js";

/** A job with its place in the batch. */
export interface PlacedJob {
  readonly job: Job;
  readonly index: number;
}

/** Resolves to the jobs whose pictures a download has, in the order of the batch. */
export async function downloadedJobs(
  batches: Pick<BatchStore, "jobsOf">,
  batch: Pick<Batch, "jobIds">,
): Promise<readonly PlacedJob[]> {
  const jobs = await batches.jobsOf(batch);
  return jobs
    .filter(({ status, deletedAtMs }) => status === "done" && deletedAtMs === undefined)
    .map((job) => ({ job, index: batch.jobIds.indexOf(job.id) }));
}
