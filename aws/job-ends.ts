/** Ends jobs: in one transaction with the refund of a failed job, and with the countdown of its batch. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { BatchEnd, Job } from "../core/renders/job.js";
import type { JobStore } from "../core/renders/ports.js";
import { type EndInBatch, endInBatch } from "./batch-countdown.js";
import { creditMovement, refundWrites } from "./credit-writes.js";
import { isWritten } from "./job-creation.js";
import { parseCorruptJobItem, parseJobItem } from "./job-item.js";
import { createJobReader } from "./job-reader.js";
import type { JobTableNames } from "./job-table-names.js";
import { endedJob, endUpdate, type JobUpdate, updateJob } from "./job-updates.js";
import { transact, type TransactResult } from "./transact.js";

export function createJobEnds(
  client: DynamoDBDocumentClient,
  tables: JobTableNames,
): Pick<JobStore, "end" | "endCorrupt"> {
  const { jobs, workspaces } = tables;
  const { find } = createJobReader(client, jobs);
  return {
    async end(job, condition, ending, nowMs) {
      if (job.batchId === undefined && (ending.status === "done" || job.debit === undefined)) {
        const item = await updateJob(client, jobs, job.id, endUpdate(job.id, condition, ending, nowMs));
        return item === undefined ? undefined : parseJobItem(item);
      }
      // The caller may hold the job as it was created. Only the stored job names the shards of its debit.
      const stored = ending.status === "done" ? job : ((await find(job.id)) ?? job);
      const debit = ending.status === "done" ? undefined : stored.debit;
      let written: BatchEnd | undefined;
      const result = await writeEnd(client, tables, job, {
        failed: ending.status === "failed",
        nowMs,
        refund: debit === undefined ? [] : refundWrites(workspaces, creditMovement(job, debit, nowMs)),
        update: (batchEnd) => {
          written = batchEnd;
          return endUpdate(job.id, condition, { ...ending, batchEnd }, nowMs);
        },
      });
      // A transaction returns no items. Reading the job again would be one more call for each job of a batch.
      return isWritten(result, job) ? endedJob(stored, { ...ending, batchEnd: written }, nowMs) : undefined;
    },

    ...createCorruptJobEnd(client, tables),
  };
}

/** Ends a job in a transaction. */
async function writeEnd(
  client: DynamoDBDocumentClient,
  tables: JobTableNames,
  { id, batchId }: Pick<Job, "id" | "batchId">,
  {
    update,
    ...end
  }: Omit<EndInBatch, "batchId" | "endWrite"> & { readonly update: (batchEnd?: BatchEnd) => JobUpdate },
): Promise<TransactResult> {
  const endWrite = (batchEnd?: BatchEnd) => ({
    Update: { TableName: tables.jobs, Key: { id }, ...update(batchEnd) },
  });
  if (batchId === undefined) return await transact(client, [endWrite(), ...end.refund]);
  return await endInBatch(client, tables, { ...end, batchId, endWrite });
}

/** Ends a corrupt job. Parses only the attributes that are needed to end it. */
function createCorruptJobEnd(client: DynamoDBDocumentClient, tables: JobTableNames): Pick<JobStore, "endCorrupt"> {
  const { jobs, workspaces } = tables;
  return {
    async endCorrupt(jobId, error, nowMs) {
      const read = async () => {
        const { Item } = await client.send(
          new GetCommand({ TableName: jobs, Key: { id: jobId }, ConsistentRead: true }),
        );
        return parseCorruptJobItem(Item);
      };
      const { debit, ...job } = await read();
      const refund = debit === undefined ? [] : refundWrites(workspaces, creditMovement(job, debit, nowMs));
      await writeEnd(client, tables, job, {
        failed: true,
        nowMs,
        refund,
        update: (batchEnd) => endUpdate(jobId, undefined, { status: "failed", error, batchEnd }, nowMs),
      });
      const ended = await read();
      if (ended.status === "queued") throw new Error(`The corrupt job ${jobId} could not be ended.`);
      return ended;
    },
  };
}
