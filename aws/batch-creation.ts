/**
 * Creates batches, and undoes their creation, in one transaction each.
 *
 * A transaction has 100 writes and 4 MB at most. A batch of 50 jobs needs 50 writes for the jobs, one for the batch,
 * one for the record, one for the ledger entry, and up to 17 for the shards of the balance. The largest job has 32 KB
 * of inputs, 36 KB of metadata, and 8 KB of `webhookUrl` in characters of four bytes, so 50 of them have less than
 * 4 MB.
 */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Batch } from "../core/batches/batch.js";
import type { BatchStore } from "../core/batches/ports.js";
import type { Debit } from "../core/billing/debit.js";
import { divideShares } from "../core/billing/split-credits.js";
import type { Job } from "../core/renders/job.js";
import { parseBatchItem } from "./batch-item.js";
import { creditMovement, refundWrites } from "./credit-writes.js";
import { jobWrite } from "./job-creation.js";
import type { JobTableNames } from "./job-table-names.js";
import { NEVER_CLAIMED } from "./job-updates.js";
import { createPaid } from "./paid-creation.js";
import { transact, type TransactItem } from "./transact.js";

type Tables = Pick<JobTableNames, "jobs" | "workspaces"> & { readonly batches: string };

export function createBatchCreation(
  client: DynamoDBDocumentClient,
  tables: Tables,
): Pick<BatchStore, "create" | "undoCreation"> {
  return {
    async create(batch, jobs, terms) {
      const { debit, createdAtMs } = batch;
      const creation = await createPaid(
        { client, tables, terms },
        {
          name: `Batch ${batch.id}`,
          createdAtMs,
          movement: debit === undefined ? undefined : creditMovement(batch, debit, createdAtMs),
          writesOf: (...debit) => writesOf(tables, batch, jobs, ...debit),
        },
      );
      if (creation === "claimed") throw new Error("A batch has no claim.");
      return creation;
    },

    async undoCreation({ id }, nowMs) {
      // Only the stored batch names the shards of its debit.
      const { Item } = await client.send(
        new GetCommand({ TableName: tables.batches, Key: { id }, ConsistentRead: true }),
      );
      if (Item === undefined) return false;
      const batch = parseBatchItem(Item);
      const { debit, recordId } = batch;
      const deletions = batch.jobIds.map((jobId) => ({
        Delete: { TableName: tables.jobs, Key: { id: jobId }, ...NEVER_CLAIMED },
      }));
      const result = await transact(client, [
        ...deletions,
        { Delete: { TableName: tables.batches, Key: { id } } },
        ...(debit === undefined ? [] : refundWrites(tables.workspaces, creditMovement(batch, debit, nowMs))),
        ...(recordId === undefined ? [] : [{ Delete: { TableName: tables.jobs, Key: { id: recordId } } }]),
      ]);
      if (result.ok) return true;
      if (result.failedConditions.some((index) => index < deletions.length)) return false;
      throw new Error(`Batch ${id} could not be refunded. Failed writes: ${result.failedConditions.join(", ")}.`);
    },
  };
}

function writesOf(
  tables: Tables,
  batch: Batch,
  jobs: readonly Job[],
  paid: Debit | undefined,
  checksCredits: boolean,
): readonly TransactItem[] {
  const Item = paid === undefined ? batch : { ...batch, debit: paid };
  const shares = divideShares(
    paid?.shards ?? [],
    jobs.map(({ debit }) => (paid === undefined ? 0 : (debit?.credits ?? 0))),
  );
  return [
    { Put: { TableName: tables.batches, Item, ConditionExpression: "attribute_not_exists(id)" } },
    ...jobs.map((job, index) => {
      const share = shares[index] ?? [];
      const debit = job.debit && { ...job.debit, shards: [...share] };
      // One job is enough, because the batch has one debit.
      return jobWrite(tables.jobs, job, debit, checksCredits && index === 0);
    }),
  ];
}
