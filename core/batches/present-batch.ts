/** Converts a batch to its form in responses. */
import type { BatchBody, Totals } from "../contract/batch-body.js";
import { presentJob } from "../renders/present-job.js";
import type { Job } from "../renders/job.js";
import type { KeyRing } from "../signing/key-ring.js";
import type { Batch } from "./batch.js";
import type { BatchWithJobs } from "./get-batch.js";

/**
 * Counts the jobs that were read with the batch, so that the totals and the jobs of a response agree. The items of jobs
 * that were deleted long ago are gone. All of them had ended, and the batch knows how many jobs failed.
 */
export function totalsOf({ jobIds, failed: failedInAll }: Batch, jobs: readonly Pick<Job, "status">[]): Totals {
  const count = (status: Job["status"]) => jobs.filter((job) => job.status === status).length;
  const gone = jobIds.length - jobs.length;
  const failed = count("failed");
  const goneFailed = Math.min(gone, Math.max(0, failedInAll - failed));
  return {
    total: jobIds.length,
    queued: count("queued"),
    done: count("done") + gone - goneFailed,
    failed: failed + goneFailed,
  };
}

/** Returns the status of a batch with these totals. */
export function statusOf({ total, queued, failed }: Totals): Job["status"] {
  if (queued > 0) return "queued";
  return failed === total ? "failed" : "done";
}

export function presentBatch({ batch, jobs }: BatchWithJobs, ring: KeyRing): BatchBody {
  const totals = totalsOf(batch, jobs);
  const status = statusOf(totals);
  const ends = jobs.map(({ finishedAtMs }) => finishedAtMs ?? 0);
  // The jobs are read after the batch, so the last job can have ended in between.
  const finishedAtMs = batch.finishedAtMs ?? Math.max(...ends);
  return {
    id: batch.id,
    status,
    totals,
    jobs: jobs.filter(({ deletedAtMs }) => deletedAtMs === undefined).map((job) => presentJob(job, ring)),
    createdAt: new Date(batch.createdAtMs).toISOString(),
    ...(status !== "queued" && { finishedAt: new Date(finishedAtMs).toISOString() }),
  };
}
