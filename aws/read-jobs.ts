/** Reads many jobs at once. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Job } from "../core/renders/job.js";
import { parseJobItem } from "./job-item.js";
import { readItems } from "./read-items.js";

/** Resolves to the jobs that exist, by ID. At most 100 IDs, the limit of one BatchGetItem. @throws CorruptJobError */
export async function readJobs(
  client: DynamoDBDocumentClient,
  tableName: string,
  ids: readonly string[],
  options: { readonly consistent?: boolean } = {},
): Promise<ReadonlyMap<string, Job>> {
  return await readItems(client, tableName, ids, parseJobItem, options);
}
