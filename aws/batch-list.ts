/**
 * The list of a workspace's batches, from the index `byWorkspace` (workspaceId, createdAtMs) of the batches table.
 *
 * Both keys are attributes that each batch has had from the start, so DynamoDB itself adds the older batches when a
 * deployment creates the index. One partition for a workspace is enough: it accepts 1,000 writes per second, and a
 * batch is one write with up to 50 jobs. The index has the keys only. If it had the counts as well, each job that ends
 * would be a write in that partition.
 */
import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { BatchPage, BatchPosition } from "../core/batches/ports.js";
import { INDEXES } from "../core/deployment/storage-layout.js";
import { parseBatchItem } from "./batch-item.js";
import { readItems } from "./read-items.js";
import { parseItem } from "./stored-item.js";

/** The limit of one BatchGetItem. */
export const MAX_BATCH_PAGE = 100;

const entrySchema = z.object({ id: z.string(), createdAtMs: z.int() });

/**
 * Reads one page, newest first. Eventually consistent: a batch that was created moments ago can be missing.
 *
 * @param limit 1 to 100
 * @param after the batch after which the page starts. It need not exist any more
 */
export async function listBatches(
  client: DynamoDBDocumentClient,
  TableName: string,
  workspaceId: string,
  { limit, after }: { readonly limit: number; readonly after?: BatchPosition | undefined },
): Promise<BatchPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_BATCH_PAGE) {
    throw new RangeError(`A page of batches has 1 to ${MAX_BATCH_PAGE} entries, not ${limit}.`);
  }
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName: INDEXES.batchesByWorkspace,
      KeyConditionExpression: "workspaceId = :workspace",
      ExpressionAttributeValues: { ":workspace": workspaceId },
      ScanIndexForward: false,
      // One more than the page shows whether there is a next page.
      Limit: limit + 1,
      ExclusiveStartKey: after && { workspaceId, createdAtMs: after.createdAtMs, id: after.id },
    }),
  );
  const entries = Items.slice(0, limit).map((item) => parseItem(entrySchema, item, "the batches table"));
  const ids = entries.map(({ id }) => id);
  const batches = await readItems(client, TableName, ids, parseBatchItem);
  return {
    // A batch whose creation was undone can stay in the index for a moment.
    batches: ids.flatMap((id) => batches.get(id) ?? []),
    examined: entries.length,
    next: Items.length > limit ? entries.at(-1) : undefined,
  };
}
