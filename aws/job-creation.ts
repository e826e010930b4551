/** Creates jobs, and undoes their creation, in one transaction with everything that belongs to it. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Job } from "../core/renders/job.js";
import type { JobStore } from "../core/renders/ports.js";
import { claimWrite } from "./claims-table.js";
import { creditMovement, debitWrites, refundWrites } from "./credit-writes.js";
import { recordWrite } from "./idempotency-records.js";
import { jobItemOf } from "./job-item.js";
import type { JobTableNames } from "./job-table-names.js";
import { NEVER_CLAIMED, shardOf } from "./job-updates.js";
import { transact, type TransactItem, type TransactResult } from "./transact.js";

export function createJobCreation(
  client: DynamoDBDocumentClient,
  { jobs, workspaces, claims }: JobTableNames,
): Pick<JobStore, "create" | "undoCreation"> {
  return {
    async create(job, { grant, record, claim }) {
      const Item = { ...jobItemOf(job), sweepShard: shardOf(job.id) };
      const steps: (readonly [step: string, write: TransactItem])[] = [
        ["job", { Put: { TableName: jobs, Item, ConditionExpression: "attribute_not_exists(id)" } }],
      ];
      if (record !== undefined) steps.push(["record", recordWrite(jobs, record, job.createdAtMs)]);
      if (job.debit !== undefined) {
        const [debit, entry] = debitWrites(workspaces, creditMovement(job, job.debit, job.createdAtMs), grant);
        steps.push(["debit", debit], ["ledger", entry]);
      }
      if (claim !== undefined) steps.push(["claim", claimWrite(claims, claim)]);
      const writes = steps.map(([, write]) => write);
      const result = await transact(client, writes);
      if (result.ok) return "created";
      const failed = new Set(result.failedConditions.map((index) => steps[index]?.[0]));
      // An earlier request created the job and paid for it, so a record or claim takes precedence over missing credits.
      if (failed.has("record")) return "recorded";
      if (failed.has("claim")) return "claimed";
      if (failed.has("debit")) return "out-of-credits";
      throw new Error(`Job ${job.id} could not be created. Failed conditions: ${[...failed].join(", ")}.`);
    },

    async undoCreation(job, nowMs) {
      const result = await transact(client, [
        { Delete: { TableName: jobs, Key: { id: job.id }, ...NEVER_CLAIMED } },
        ...(job.debit === undefined ? [] : refundWrites(workspaces, creditMovement(job, job.debit, nowMs))),
        ...(job.recordId === undefined ? [] : [{ Delete: { TableName: jobs, Key: { id: job.recordId } } }]),
      ]);
      return isWritten(result, job);
    },
  };
}

/**
 * Whether a transaction whose first write is that of the job succeeded. `false` if the condition of that write failed.
 *
 * @throws Error if only another condition failed: then the ledger contradicts the job.
 */
export function isWritten(result: TransactResult, job: Job): boolean {
  if (result.ok) return true;
  if (result.failedConditions.includes(0)) return false;
  throw new Error(`Job ${job.id} could not be refunded. Failed writes: ${result.failedConditions.join(", ")}.`);
}
