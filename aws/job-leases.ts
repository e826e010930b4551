/** Claims, releases, and ends jobs. */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { explainRefusedClaim } from "../core/renders/explain-refused-claim.js";
import type { JobStore } from "../core/renders/ports.js";
import { creditMovement, refundWrites } from "./credit-writes.js";
import { isWritten } from "./job-creation.js";
import { parseCorruptJobItem, parseJobItem } from "./job-item.js";
import { createJobReader } from "./job-reader.js";
import type { JobTableNames } from "./job-table-names.js";
import { claimUpdate, endUpdate, releaseUpdate, requeueUpdate, updateJob } from "./job-updates.js";
import { itemOfFailedCondition } from "./stored-item.js";
import { transact } from "./transact.js";

export function createJobLeases(
  client: DynamoDBDocumentClient,
  { jobs, workspaces }: JobTableNames,
): Pick<JobStore, "claim" | "countRequeue" | "release" | "end" | "endCorrupt"> {
  const { find } = createJobReader(client, jobs);
  return {
    async claim(jobId, lease) {
      const input = { TableName: jobs, Key: { id: jobId }, ...claimUpdate(jobId, lease) };
      try {
        const { Attributes } = await client.send(
          new UpdateCommand({
            ...input,
            ReturnValues: "ALL_NEW",
            ReturnValuesOnConditionCheckFailure: "ALL_OLD",
          }),
        );
        return { kind: "claimed", job: parseJobItem(Attributes) };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const item = itemOfFailedCondition(error);
        return explainRefusedClaim(item === undefined ? undefined : parseJobItem(item), lease.nowMs);
      }
    },

    async countRequeue(jobId) {
      const item = await updateJob(client, jobs, jobId, requeueUpdate());
      return item === undefined ? undefined : parseJobItem(item).requeues;
    },

    async release(jobId, leaseToken) {
      await updateJob(client, jobs, jobId, releaseUpdate(leaseToken));
    },

    async end(job, condition, ending, nowMs) {
      const update = endUpdate(job.id, condition, ending, nowMs);
      if (ending.status === "done" || job.debit === undefined) {
        const item = await updateJob(client, jobs, job.id, update);
        return item === undefined ? undefined : parseJobItem(item);
      }
      // The caller can have created the job itself. Only the stored job has the shards of its debit.
      const { debit = job.debit } = (await find(job.id)) ?? job;
      const refund = refundWrites(workspaces, creditMovement(job, debit, nowMs));
      const result = await transact(client, [
        { Update: { TableName: jobs, Key: { id: job.id }, ...update } },
        ...refund,
      ]);
      // A transaction returns no items.
      return isWritten(result, job) ? await find(job.id) : undefined;
    },

    ...createCorruptJobEnd(client, { jobs, workspaces }),
  };
}

/** Ends a job of which only the part that ending it needs can be parsed. */
function createCorruptJobEnd(
  client: DynamoDBDocumentClient,
  { jobs, workspaces }: JobTableNames,
): Pick<JobStore, "endCorrupt"> {
  return {
    async endCorrupt(jobId, error, nowMs) {
      const read = async () => {
        const { Item } = await client.send(
          new GetCommand({ TableName: jobs, Key: { id: jobId }, ConsistentRead: true }),
        );
        return parseCorruptJobItem(Item);
      };
      const { debit, ...job } = await read();
      const update = endUpdate(jobId, undefined, { status: "failed", error }, nowMs);
      const refund = debit === undefined ? [] : refundWrites(workspaces, creditMovement(job, debit, nowMs));
      await transact(client, [{ Update: { TableName: jobs, Key: { id: jobId }, ...update } }, ...refund]);
      const ended = await read();
      if (ended.status === "queued") throw new Error(`The corrupt job ${jobId} could not be ended.`);
      return ended;
    },
  };
}
