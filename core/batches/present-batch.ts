/** Converts a batch to its form in responses. */
import type { BatchBody, BatchSummary, Totals } from "../contract/batch-body.js";
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

/** Counts the jobs of a batch by the batch alone. Jobs that end at this moment can still count as queued. */
export function countsOf({ jobIds, remaining, failed }: Batch): Totals {
  const total = jobIds.length;
  return { total, queued: remaining, done: total - remaining - failed, failed };
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

/** Converts a batch to its form in lists, which needs none of its jobs. */
export function summarizeBatch(batch: Batch): BatchSummary {
  const totals = countsOf(batch);
  const { id, templateId, createdAtMs, finishedAtMs } = batch;
  return {
    id,
    status: statusOf(totals),
    totals,
    ...(templateId !== undefined && { template: templateId }),
    createdAt: new Date(createdAtMs).toISOString(),
    ...(finishedAtMs !== undefined && { finishedAt: new Date(finishedAtMs).toISOString() }),
  };
}
