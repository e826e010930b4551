/** Claims and releases jobs. */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { explainRefusedClaim } from "../core/renders/explain-refused-claim.js";
import type { JobStore } from "../core/renders/ports.js";
import { parseJobItem } from "./job-item.js";
import type { JobTableNames } from "./job-table-names.js";
import { claimUpdate, releaseUpdate, requeueUpdate, updateJob } from "./job-updates.js";
import { itemOfFailedCondition } from "./stored-item.js";

export function createJobLeases(
  client: DynamoDBDocumentClient,
  { jobs }: Pick<JobTableNames, "jobs">,
): Pick<JobStore, "claim" | "countRequeue" | "release"> {
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
        return explainRefusedClaim(item === undefined ? undefined : parseJobItem(item), lease);
      }
    },

    async countRequeue(jobId) {
      const item = await updateJob(client, jobs, jobId, requeueUpdate());
      return item === undefined ? undefined : parseJobItem(item).requeues;
    },

    async release(jobId, leaseToken) {
      await updateJob(client, jobs, jobId, releaseUpdate(leaseToken));
    },
  };
}
