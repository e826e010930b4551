/** Creates jobs, and undoes their creation, in one transaction with everything that belongs to it. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Debit } from "../core/billing/debit.js";
import type { Job } from "../core/renders/job.js";
import type { JobStore } from "../core/renders/ports.js";
import { creditMovement, refundWrites } from "./credit-writes.js";
import { jobItemOf } from "./job-item.js";
import { listKeysOf } from "./job-list.js";
import { createJobReader } from "./job-reader.js";
import type { JobTableNames } from "./job-table-names.js";
import { NEVER_CLAIMED, shardOf } from "./job-updates.js";
import { createPaid } from "./paid-creation.js";
import { transact, type TransactItem, type TransactResult } from "./transact.js";

export function createJobCreation(
  client: DynamoDBDocumentClient,
  tables: JobTableNames,
): Pick<JobStore, "create" | "undoCreation"> {
  const { find } = createJobReader(client, tables.jobs);
  return {
    async create(job, terms) {
      return await createPaid(
        { client, tables, terms },
        {
          name: `Job ${job.id}`,
          createdAtMs: job.createdAtMs,
          movement: job.debit === undefined ? undefined : creditMovement(job, job.debit, job.createdAtMs),
          writesOf: (debit, checksCredits) => [jobWrite(tables.jobs, job, debit, checksCredits)],
        },
      );
    },

    async undoCreation({ id }, nowMs) {
      // Only the stored job names the shards of its debit.
      const job = await find(id);
      if (job === undefined) return false;
      const result = await transact(client, [
        { Delete: { TableName: tables.jobs, Key: { id }, ...NEVER_CLAIMED } },
        ...(job.debit === undefined ? [] : refundWrites(tables.workspaces, creditMovement(job, job.debit, nowMs))),
        ...(job.recordId === undefined ? [] : [{ Delete: { TableName: tables.jobs, Key: { id: job.recordId } } }]),
      ]);
      return isWritten(result, job);
    },
  };
}

/**
 * Returns the write of a new job. The sweeper watches the job until it is marked as enqueued.
 *
 * @param checksCredits whether the end of the job checks if the credits of the month are low
 */
export function jobWrite(TableName: string, job: Job, debit: Debit | undefined, checksCredits: boolean): TransactItem {
  const stored: Job = { ...job, ...(debit !== undefined && { debit }), ...(checksCredits && { checksCredits }) };
  const Item = { ...jobItemOf(stored), ...listKeysOf(job), sweepShard: shardOf(job.id) };
  return { Put: { TableName, Item, ConditionExpression: "attribute_not_exists(id)" } };
}

/**
 * Returns whether a transaction succeeded that ends a job or undoes its creation. The first write is that of the job:
 * if its condition failed, the result is `false`.
 *
 * @throws Error if only another condition failed: then the ledger contradicts the job.
 */
export function isWritten(result: TransactResult, job: Job): boolean {
  if (result.ok) return true;
  if (result.failedConditions.includes(0)) return false;
  throw new Error(`Job ${job.id} could not be refunded. Failed writes: ${result.failedConditions.join(", ")}.`);
}
