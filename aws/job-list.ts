/**
 * The list of a workspace's jobs, from the index `byWorkspaceShard` of the jobs table.
 *
 * A partition of an index accepts 1,000 writes per second, and every created job is one write. The list therefore has
 * 16 partitions per workspace, `<workspace>#<0 to 15>`, and a reader merges them. The sort key contains the time and
 * the ID of the job, for example `2026-11-21T08:00:00.000Z#<job>`, so it is unique and is also the position of a page.
 *
 * Jobs that were written before this index are not in it.
 */
import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { INDEXES } from "../core/deployment/storage-layout.js";
import { type Job, listPositionOf } from "../core/renders/job.js";
import type { JobPage } from "../core/renders/ports.js";
import { ALL_SHARDS, fixedShardOf } from "./credit-shards.js";
import { readJobs } from "./read-jobs.js";
import { parseItem } from "./stored-item.js";

/** The limit of one BatchGetItem. */
export const MAX_JOB_PAGE = 100;

const entrySchema = z.object({ id: z.string(), listedAs: z.string() });

/** Returns the attributes that put a job into the list. */
export function listKeysOf(job: Pick<Job, "id" | "workspaceId" | "createdAtMs">) {
  return { workspaceShard: `${job.workspaceId}#${fixedShardOf(job.id)}`, listedAs: listPositionOf(job) };
}

/**
 * Reads one page, newest first. Eventually consistent: a job that was created moments ago can be missing, but no page
 * contains a job twice.
 *
 * @param limit 1 to 100
 * @param before the position after which the page starts
 */
export async function listJobs(
  client: DynamoDBDocumentClient,
  tableName: string,
  workspaceId: string,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<JobPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_JOB_PAGE) {
    throw new RangeError(`A page of jobs has 1 to ${MAX_JOB_PAGE} entries, not ${limit}.`);
  }
  // Each shard returns one entry more than the page, so that the merged list shows whether there is a next page.
  const lists = await Promise.all(
    ALL_SHARDS.map(async (shard) => await readShard(client, tableName, `${workspaceId}#${shard}`, limit + 1, before)),
  );
  const merged = lists.flat().sort((a, b) => (a.listedAs < b.listedAs ? 1 : -1));
  const page = merged.slice(0, limit);
  const jobs = await readJobs(
    client,
    tableName,
    page.map(({ id }) => id),
  );
  // A job that was deleted, or whose creation was undone, can stay in the index for a moment.
  const found = page.flatMap(({ id }) => jobs.get(id) ?? []).filter(({ deletedAtMs }) => deletedAtMs === undefined);
  return { jobs: found, examined: page.length, next: merged.length > limit ? page.at(-1)?.listedAs : undefined };
}

async function readShard(
  client: DynamoDBDocumentClient,
  TableName: string,
  shard: string,
  Limit: number,
  before: string | undefined,
) {
  const query = new QueryCommand({
    TableName,
    IndexName: INDEXES.jobsByWorkspace,
    KeyConditionExpression: `workspaceShard = :shard${before === undefined ? "" : " AND listedAs < :before"}`,
    ExpressionAttributeValues: { ":shard": shard, ...(before !== undefined && { ":before": before }) },
    ScanIndexForward: false,
    Limit,
  });
  const { Items = [] } = await client.send(query);
  return Items.map((item) => parseItem(entrySchema, item, "the jobs table"));
}
