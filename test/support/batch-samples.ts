/** Batches for tests of stores. */
import { randomUUID } from "node:crypto";
import type { Batch } from "../../core/batches/batch.js";
import type { BatchWithJobs } from "../../core/batches/get-batch.js";
import { queuedJob, START_MS, WORKSPACE } from "./render-fixture.js";

/** A new batch of `size` jobs that cost one credit each. */
export function newBatch(size: number, more: Partial<Batch> = {}): BatchWithJobs {
  const id = randomUUID();
  const workspaceId = more.workspaceId ?? WORKSPACE;
  const date = "2026-11-01";
  const jobs = Array.from({ length: size }, () =>
    queuedJob({ id: randomUUID(), workspaceId, batchId: id, debit: { date, credits: 1 }, enqueuedAtMs: undefined }),
  );
  const batch: Batch = {
    id,
    workspaceId,
    requestId: "request-1",
    jobIds: jobs.map((job) => job.id),
    createdAtMs: START_MS,
    remaining: size,
    failed: 0,
    debit: { date, credits: size },
    ...more,
  };
  return { batch, jobs };
}
