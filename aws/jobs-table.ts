/**
 * The jobs table.
 *
 * Key `id`. Index `byWorkspace` (workspaceId, createdAtMs) lists a workspace's jobs by time. Index `watched`
 * (sweepShard, sweepAtMs) is sparse: an item is in it only while it has those two attributes.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { debitWrites, type Movement, refundWrites } from "./credit-writes.js";
import { claimWrite } from "./claims-table.js";
import { recordWrite } from "./idempotency-records.js";
import { createJobReader, type JobReader } from "./job-reader.js";
import type { Charge } from "../core/billing/charge.js";
import { INDEXES } from "../core/contract/storage-layout.js";
import { explainRefusedClaim } from "../core/renders/claim-result.js";
import { type Job, jobSchema } from "../core/renders/job.js";
import type { ClaimResult, Creation, CreationTerms, Ending, Holder, JobStore } from "../core/renders/ports.js";
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
import { transact, type TransactItem, type TransactResult } from "./transact.js";

export class JobsTable implements JobStore {
  private readonly reader: JobReader;

  constructor(
    private readonly client: DynamoDBDocumentClient,
    /** Names; credits move in the workspaces table, in one transaction with the job that they are for. */
    private readonly tables: {
      readonly jobs: string;
      readonly workspaces: string;
      /** Of signed images; for the function that makes claims alone. */
      readonly claims?: string;
    },
  ) {
    this.reader = createJobReader(client, tables.jobs);
  }

  async create(job: Job, { grant, record, claim }: CreationTerms): Promise<Creation> {
    const { jobs, workspaces, claims } = this.tables;
    const Item = { ...job, sweepShard: shardOf(job.id) };
    const steps: (readonly [step: string, write: TransactItem])[] = [
      ["job", { Put: { TableName: jobs, Item, ConditionExpression: "attribute_not_exists(id)" } }],
    ];
    if (record !== undefined) steps.push(["record", recordWrite(jobs, record, job.createdAtMs)]);
    if (job.charge !== undefined) {
      const movement = movementOf(job, job.charge, job.createdAtMs);
      const [debit, entry] = debitWrites(workspaces, movement, grant);
      steps.push(["debit", debit], ["ledger", entry]);
    }
    if (claim !== undefined) steps.push(["claim", claimWrite(claims, claim)]);
    const writes = steps.map(([, write]) => write);
    const result = await transact(this.client, writes);
    if (result.ok) return "created";
    const refused = new Set(result.refused.map((index) => steps[index]?.[0]));
    // Of several reasons these go first: then the job was created before, and its credit is long paid.
    if (refused.has("record")) return "recorded";
    if (refused.has("claim")) return "claimed";
    if (refused.has("debit")) return "out-of-credits";
    throw new Error(`The creation of job ${job.id} was refused at its ${[...refused].join()}.`);
  }

  find(jobId: string): Promise<Job | undefined> {
    return this.reader.find(jobId);
  }

  peek(jobId: string): Promise<Job | undefined> {
    return this.reader.peek(jobId);
  }

  findOwned(workspaceId: string, jobId: string): Promise<Job | undefined> {
    return this.reader.findOwned(workspaceId, jobId);
  }

  async undoCreation(job: Job, nowMs: number): Promise<boolean> {
    const { jobs, workspaces } = this.tables;
    const result = await transact(this.client, [
      { Delete: { ...this.key(job.id), ...UNTOUCHED } },
      ...(job.charge === undefined ? [] : refundWrites(workspaces, movementOf(job, job.charge, nowMs))),
      ...(job.recordId === undefined ? [] : [{ Delete: { TableName: jobs, Key: { id: job.recordId } } }]),
    ]);
    return refusedOnlyFirst(result, job);
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

  async end(job: Job, holder: Holder, ending: Ending, nowMs: number): Promise<Job | undefined> {
    const update = endUpdate(job.id, holder, ending, nowMs);
    if (ending.status === "done" || job.charge === undefined) {
      const written = await this.update(job.id, update);
      return written === undefined ? undefined : parseJob(written);
    }
    const result = await transact(this.client, [
      { Update: { ...this.key(job.id), ...update } },
      ...refundWrites(this.tables.workspaces, movementOf(job, job.charge, nowMs)),
    ]);
    // A transaction returns no items.
    return refusedOnlyFirst(result, job) ? await this.find(job.id) : undefined;
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
        IndexName: INDEXES.watchedJobs,
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

function movementOf({ id, workspaceId, requestId }: Job, charge: Charge, atMs: number): Movement {
  return { workspaceId, jobId: id, requestId, charge, atMs };
}

/** Whether the transaction was written; `false` when the job's own condition, its first write, did not hold. */
function refusedOnlyFirst(result: TransactResult, job: Job): boolean {
  if (result.ok) return true;
  if (result.refused.includes(0)) return false;
  throw new Error(`The refund of job ${job.id} was refused at ${result.refused.join()}.`);
}

function parseJob(item: unknown): Job {
  return parseItem(jobSchema, item, "the jobs table");
}
