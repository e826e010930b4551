/** Reads many jobs at once. */
import { setTimeout as pause } from "node:timers/promises";
import { BatchGetCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Job } from "../core/renders/job.js";
import { parseJobItem } from "./job-item.js";

const READ_ATTEMPTS = 5;

/** Resolves to the jobs that exist, by ID. At most 100 IDs, the limit of one BatchGetItem. @throws CorruptJobError */
export async function readJobs(
  client: DynamoDBDocumentClient,
  tableName: string,
  ids: readonly string[],
  { consistent = false } = {},
): Promise<ReadonlyMap<string, Job>> {
  const jobs = new Map<string, Job>();
  let keys: Record<string, unknown>[] = ids.map((id) => ({ id }));
  for (let attempt = 1; keys.length > 0; attempt += 1) {
    if (attempt > READ_ATTEMPTS) throw new Error("DynamoDB returned an incomplete batch of jobs.");
    if (attempt > 1) await pause(10 * 2 ** attempt);
    const RequestItems = { [tableName]: { Keys: keys, ConsistentRead: consistent } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    for (const item of Responses?.[tableName] ?? []) jobs.set(String(item.id), parseJobItem(item));
    keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return jobs;
}
