/** A batch store in memory, beside the jobs in memory, with the same conditions as the tables. */
import { DOWNLOAD_ATTRIBUTES, downloadNow } from "../../core/batches/batch-download.js";
import type { Batch } from "../../core/batches/batch.js";
import type { BatchPosition, BatchStore } from "../../core/batches/ports.js";
import type { Job } from "../../core/renders/job.js";
import type { InMemoryBalances } from "./in-memory-balances.js";
import type { InMemoryRecords } from "./in-memory-records.js";

export interface InMemoryBatchItems {
  readonly batchItems: Map<string, Batch>;
}

interface Stores extends InMemoryBatchItems {
  readonly items: Map<string, Job>;
  readonly records: InMemoryRecords;
  readonly balances: InMemoryBalances;
}

export function createInMemoryBatches({
  batchItems,
  items,
  records,
  balances,
}: Stores): BatchStore & { readonly items: Map<string, Batch> } {
  const find = async (id: string) => batchItems.get(id);
  return {
    items: batchItems,
    find,
    peek: find,
    jobsOf: async ({ jobIds }) => jobIds.flatMap((id) => items.get(id) ?? []),

    create: async (batch, jobs, { grant, record }) => {
      const { debit, workspaceId } = batch;
      if (record !== undefined && !records.isFree(record.id, batch.createdAtMs)) return "recorded";
      if (debit !== undefined && !balances.hasCredits(workspaceId, debit, grant)) return "out-of-credits";
      const exists = batchItems.has(batch.id) || jobs.some(({ id }) => items.has(id));
      if (exists) throw new Error(`Batch ${batch.id} could not be created.`);
      if (debit !== undefined) balances.debit(workspaceId, debit, grant);
      if (record !== undefined) records.items.set(record.id, record);
      batchItems.set(batch.id, batch);
      for (const job of jobs) items.set(job.id, job);
      return "created";
    },

    listOwned: async (workspaceId, { limit, after }) => {
      const all = [...batchItems.values()].filter((batch) => batch.workspaceId === workspaceId);
      const isAfter = (one: BatchPosition, other: BatchPosition) =>
        one.createdAtMs === other.createdAtMs ? one.id < other.id : one.createdAtMs < other.createdAtMs;
      const older = all.filter((batch) => after === undefined || isAfter(batch, after));
      const batches = older.sort((a, b) => (isAfter(a, b) ? 1 : -1)).slice(0, limit);
      return { batches, examined: batches.length, next: older.length > limit ? batches.at(-1) : undefined };
    },

    startDownload: async ({ batchId: id, format }, token, nowMs) => {
      const attribute = DOWNLOAD_ATTRIBUTES[format];
      const batch = batchItems.get(id);
      const stored = batch?.[attribute];
      const current = stored && downloadNow(stored, nowMs);
      const isTaken = current !== undefined && current !== "expired" && current.status !== "failed";
      if (batch === undefined || isTaken) return false;
      batchItems.set(id, { ...batch, [attribute]: { status: "making", token, startedAtMs: nowMs } });
      return true;
    },

    endDownload: async ({ batchId: id, format }, token, end, endedAtMs) => {
      const attribute = DOWNLOAD_ATTRIBUTES[format];
      const batch = batchItems.get(id);
      const stored = batch?.[attribute];
      if (batch === undefined || stored?.token !== token || stored.status !== "making") return false;
      const ended = "missing" in end ? { ...end, missing: [...end.missing] } : end;
      batchItems.set(id, { ...batch, [attribute]: { ...stored, ...ended, endedAtMs } });
      return true;
    },

    undoCreation: async ({ id }) => {
      const batch = batchItems.get(id);
      const jobs = batch?.jobIds.map((jobId) => items.get(jobId)) ?? [];
      const isFree = jobs.every((job) => job?.status === "queued" && job.attempts === 0);
      if (batch === undefined || !isFree) return false;
      if (batch.debit !== undefined) balances.refund(batch.workspaceId, batch.debit);
      if (batch.recordId !== undefined) records.items.delete(batch.recordId);
      for (const jobId of batch.jobIds) items.delete(jobId);
      return batchItems.delete(id);
    },
  };
}

/** Counts down the batch of a job that ends. Returns what the last job of the batch stores. */
export function countDown(
  batchItems: Map<string, Batch>,
  { batchId }: Job,
  status: Job["status"],
  nowMs: number,
): Pick<Job, "batchEnd"> {
  const batch = batchId === undefined ? undefined : batchItems.get(batchId);
  if (batch === undefined) return {};
  const failed = batch.failed + (status === "failed" ? 1 : 0);
  const remaining = batch.remaining - 1;
  const isLast = remaining === 0;
  batchItems.set(batch.id, { ...batch, failed, remaining, ...(isLast && { finishedAtMs: nowMs }) });
  if (!isLast) return {};
  return { batchEnd: { total: batch.jobIds.length, failed, hasWebhook: batch.webhookUrl !== undefined } };
}
