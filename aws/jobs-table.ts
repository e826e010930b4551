/**
 * The jobs table.
 *
 * Key: `id`. The index `byWorkspaceShard` (workspaceShard, listedAs) lists the jobs of a workspace by time: see
 * job-list.ts. The index `watched` (sweepShard, sweepAtMs) is sparse: it contains an item only while the item has both
 * attributes.
 */
import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { INDEXES } from "../core/deployment/storage-layout.js";
import type { JobStore } from "../core/renders/ports.js";
import { createJobCreation } from "./job-creation.js";
import { createJobEnds } from "./job-ends.js";
import { createJobLeases } from "./job-leases.js";
import { createJobReader } from "./job-reader.js";
import { listJobs } from "./job-list.js";
import { claimLowCredits } from "./low-credits.js";
import type { JobTableNames } from "./job-table-names.js";
import { enqueuedUpdate, postponeUpdate, publishedUpdate, removedUpdate, updateJob } from "./job-updates.js";

export function createJobsTable(client: DynamoDBDocumentClient, tables: JobTableNames): JobStore {
  return {
    ...createJobReader(client, tables.jobs),
    ...createJobCreation(client, tables),
    ...createJobLeases(client, tables),
    ...createJobEnds(client, tables),

    async listOwned(workspaceId, page) {
      return await listJobs(client, tables.jobs, workspaceId, page);
    },

    async remove(workspaceId, jobId, times) {
      return (await updateJob(client, tables.jobs, jobId, removedUpdate(workspaceId, times))) !== undefined;
    },

    async claimLowCredits(job, nowMs) {
      return await claimLowCredits(client, tables.workspaces, job, nowMs);
    },

    async markEnqueued(jobId, nowMs) {
      await updateJob(client, tables.jobs, jobId, enqueuedUpdate(nowMs));
    },

    async markPublished(jobId, nowMs) {
      await updateJob(client, tables.jobs, jobId, publishedUpdate(nowMs));
    },

    async postponeSweep(jobId, sweepAtMs) {
      await updateJob(client, tables.jobs, jobId, postponeUpdate(sweepAtMs));
    },

    async listDue(shard, nowMs, limit) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tables.jobs,
          IndexName: INDEXES.watchedJobs,
          KeyConditionExpression: "sweepShard = :shard AND sweepAtMs <= :now",
          ExpressionAttributeValues: { ":shard": shard, ":now": nowMs },
          Limit: limit,
        }),
      );
      return Items.map((item) => String(item.id));
    },
  };
}
