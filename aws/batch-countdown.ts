/**
 * The countdown of a batch, in the transactions that end its jobs.
 *
 * A transaction returns no items, so it cannot tell whether its job was the last one. Therefore it has the condition
 * that other jobs of the batch have not ended. If that condition fails, the transaction is repeated with the opposite
 * condition. It then also writes the data of the event about the batch into the job. The end of the job and the end of
 * the batch are then one write: the function that publishes the end of this job, at once or after a crash, also
 * publishes the end of the batch.
 */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Batch } from "../core/batches/batch.js";
import type { BatchEnd } from "../core/renders/job.js";
import { parseBatchItem } from "./batch-item.js";
import type { JobTableNames } from "./job-table-names.js";
import { transact, type TransactItem, type TransactResult } from "./transact.js";

/**
 * All jobs of a batch can end at the same moment, and their transactions conflict on the item of the batch. A conflict
 * must not cause a second render, so there are many more attempts than elsewhere. All of them take about seven seconds
 * on average.
 */
const END_ATTEMPTS = 36;

export interface EndInBatch {
  readonly batchId: string;
  readonly failed: boolean;
  readonly nowMs: number;
  /** The write that ends the job. It is the first write of the transaction. */
  readonly endWrite: (batchEnd?: BatchEnd) => TransactItem;
  readonly refund: readonly TransactItem[];
}

/** The index of the countdown among the writes of the transaction. */
const COUNTDOWN = 1;

export async function endInBatch(
  client: DynamoDBDocumentClient,
  { batches }: JobTableNames,
  end: EndInBatch,
): Promise<TransactResult> {
  if (batches === undefined) throw new Error("This function has no batches table.");
  const { endWrite, refund } = end;
  const first = await transact(client, [endWrite(), countdown(batches, end, "others"), ...refund], END_ATTEMPTS);
  if (first.ok || first.failedConditions[0] !== COUNTDOWN) return first;
  const item = first.items[COUNTDOWN];
  const batch = item === undefined ? undefined : parseBatchItem(item);
  // If only one table was restored, the batch can be missing or ahead of its jobs. The job must still end.
  if (batch?.remaining !== 1) return await transact(client, [endWrite(), ...refund], END_ATTEMPTS);
  const last = [endWrite(batchEndOf(batch, end)), countdown(batches, end, "last"), ...refund];
  return await transact(client, last, END_ATTEMPTS);
}

function batchEndOf({ jobIds, failed, webhookUrl }: Batch, end: EndInBatch): BatchEnd {
  return {
    total: jobIds.length,
    failed: failed + (end.failed ? 1 : 0),
    hasWebhook: webhookUrl !== undefined,
  };
}

/** @param which `others`: jobs that have not ended remain. `last`: this is the last one. */
function countdown(TableName: string, { batchId, failed, nowMs }: EndInBatch, which: "others" | "last"): TransactItem {
  const isLast = which === "last";
  return {
    Update: {
      TableName,
      Key: { id: batchId },
      UpdateExpression: `SET remaining = remaining - :one, failed = failed + :failed${isLast ? ", finishedAtMs = :now" : ""}`,
      ConditionExpression: isLast ? "remaining = :one" : "remaining > :one",
      ExpressionAttributeValues: { ":one": 1, ":failed": failed ? 1 : 0, ...(isLast && { ":now": nowMs }) },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
  };
}
