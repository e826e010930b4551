/**
 * The jobs table.
 *
 * Key `id`. Index `byWorkspace` (workspaceId, createdAtMs) lists a workspace's jobs by time. Index `watched`
 * (sweepShard, sweepAtMs) is sparse: an item is in it only while it has those two attributes.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { createJobReader, type JobReader } from "./job-reader.js";
import { explainRefusedClaim } from "../core/renders/claim-result.js";
import { type Job, jobSchema } from "../core/renders/job.js";
import type { ClaimResult, Ending, Holder, JobStore } from "../core/renders/ports.js";
import {
  claimUpdate,
  endUpdate,
  enqueuedUpdate,
  type JobUpdate,
  postponeUpdate,
  publishedUpdate,
  releaseUpdate,
  shardOf,
  UNTOUCHED,
} from "./job-updates.js";
import { itemOfRefusal, parseItem, unlessRefused } from "./stored-item.js";

export class JobsTable implements JobStore {
  private readonly reader: JobReader;

  constructor(
    private readonly client: DynamoDBDocumentClient,
    /** Names; credits move in the workspaces table, in one transaction with the job that they are for. */
    private readonly tables: { readonly jobs: string; readonly workspaces: string },
  ) {
    this.reader = createJobReader(client, tables.jobs);
  }

  async create(job: Job): Promise<void> {
    const Item = { ...job, sweepShard: shardOf(job.id) };
    const ConditionExpression = "attribute_not_exists(id)";
    await this.client.send(new PutCommand({ TableName: this.tables.jobs, Item, ConditionExpression }));
  }

  find(jobId: string): Promise<Job | undefined> {
    return this.reader.find(jobId);
  }

  findOwned(workspaceId: string, jobId: string): Promise<Job | undefined> {
    return this.reader.findOwned(workspaceId, jobId);
  }

  async undoCreation(jobId: string): Promise<boolean> {
    const write = this.client.send(new DeleteCommand({ ...this.key(jobId), ...UNTOUCHED }));
    return (await unlessRefused(write)) !== undefined;
  }

  async claim(jobId: string, lease: { nowMs: number; untilMs: number; token: string }): Promise<ClaimResult> {
    try {
      const { Attributes } = await this.client.send(
        new UpdateCommand({
          ...this.key(jobId),
          ...claimUpdate(jobId, lease),
          ReturnValues: "ALL_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return { kind: "claimed", job: parseJob(Attributes) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const item = itemOfRefusal(error);
      return explainRefusedClaim(item === undefined ? undefined : parseJob(item), lease.nowMs);
    }
  }

  async end(jobId: string, holder: Holder, ending: Ending, nowMs: number): Promise<Job | undefined> {
    const written = await this.update(jobId, endUpdate(jobId, holder, ending, nowMs));
    return written === undefined ? undefined : parseJob(written);
  }

  async markEnqueued(jobId: string, nowMs: number): Promise<void> {
    await this.update(jobId, enqueuedUpdate(nowMs));
  }

  async release(jobId: string, leaseToken: string): Promise<void> {
    await this.update(jobId, releaseUpdate(leaseToken));
  }

  async markPublished(jobId: string, nowMs: number): Promise<void> {
    await this.update(jobId, publishedUpdate(nowMs));
  }

  async postponeSweep(jobId: string, sweepAtMs: number): Promise<void> {
    await this.update(jobId, postponeUpdate(sweepAtMs));
  }

  async listDue(shard: number, nowMs: number, limit: number): Promise<readonly string[]> {
    const { Items = [] } = await this.client.send(
      new QueryCommand({
        TableName: this.tables.jobs,
        IndexName: "watched",
        KeyConditionExpression: "sweepShard = :shard AND sweepAtMs <= :now",
        ExpressionAttributeValues: { ":shard": shard, ":now": nowMs },
        Limit: limit,
      }),
    );
    return Items.map((item) => String(item.id));
  }

  /** Resolves to the item as it stands now, or `undefined` when the update's condition did not hold. */
  private async update(jobId: string, update: JobUpdate): Promise<Record<string, unknown> | undefined> {
    const command = new UpdateCommand({ ...this.key(jobId), ...update, ReturnValues: "ALL_NEW" });
    return (await unlessRefused(this.client.send(command)))?.Attributes;
  }

  private key(jobId: string) {
    return { TableName: this.tables.jobs, Key: { id: jobId } };
  }
}

function parseJob(item: unknown): Job {
  return parseItem(jobSchema, item, "the jobs table");
}
