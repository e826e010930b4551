/** Creates jobs, and undoes their creation, in one transaction with everything that belongs to it. */
import { randomUUID } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { DebitShare } from "../core/billing/debit.js";
import { ServiceError } from "../core/contract/errors.js";
import type { Job } from "../core/renders/job.js";
import type { Creation, CreationTerms, JobStore } from "../core/renders/ports.js";
import { claimWrite } from "./claims-table.js";
import { recoverReservation, releaseReservation, reserveCredits, settleReservation } from "./credit-reservations.js";
import { randomShard, type Reservation } from "./credit-shards.js";
import {
  type CreditMovement,
  creditMovement,
  dayOf,
  debitEntryWrite,
  debitWrites,
  refundWrites,
} from "./credit-writes.js";
import { recordWrite } from "./idempotency-records.js";
import { jobItemOf } from "./job-item.js";
import { listKeysOf } from "./job-list.js";
import { createJobReader } from "./job-reader.js";
import type { JobTableNames } from "./job-table-names.js";
import { NEVER_CLAIMED, shardOf } from "./job-updates.js";
import { findCredits, monthAndWorkspace, recoverReservations } from "./month-credits.js";
import { transact, type TransactItem, type TransactResult } from "./transact.js";

/** In each attempt except the last one, another request took the credits that `findCredits` selected. */
const DEBIT_ATTEMPTS = 12;
/** How many shards are tried while transactions occupy them. */
const RESERVE_ATTEMPTS = 4;

type Step = "job" | "record" | "ledger" | "claim" | "debit";

interface CreationContext {
  readonly client: DynamoDBDocumentClient;
  readonly tables: JobTableNames;
  readonly terms: CreationTerms;
}

export function createJobCreation(
  client: DynamoDBDocumentClient,
  tables: JobTableNames,
): Pick<JobStore, "create" | "undoCreation"> {
  const { find } = createJobReader(client, tables.jobs);
  return {
    async create(job, terms) {
      const context = { client, tables, terms };
      if (job.debit === undefined) return creationOf(job, await write(context, job));
      const movement = creditMovement(job, job.debit, job.createdAtMs);
      const reservation = await reserve(context, movement);
      if (reservation === undefined) return await createFromAllShards(context, job, movement);
      return await createWithReservation(context, job, movement, reservation);
    },

    async undoCreation({ id }, nowMs) {
      // Only the stored job has the shards of its debit.
      const job = await find(id);
      if (job === undefined) return false;
      const result = await transact(client, [
        { Delete: { TableName: tables.jobs, Key: { id }, ...NEVER_CLAIMED } },
        ...(job.debit === undefined ? [] : refundWrites(tables.workspaces, creditMovement(job, job.debit, nowMs))),
        ...(job.recordId === undefined ? [] : [{ Delete: { TableName: tables.jobs, Key: { id: job.recordId } } }]),
      ]);
      return isWritten(result, job);
    },
  };
}

/** With `checksCredits`, the end of the job checks if the credits of the month are low. */
type CheckedReservation = Reservation & { readonly checksCredits: boolean };

/** Reserves the credits in one random shard. Resolves to `undefined` if that shard cannot pay the debit. */
async function reserve(
  { client, tables }: CreationContext,
  movement: CreditMovement,
): Promise<CheckedReservation | undefined> {
  for (let attempt = 1; attempt <= RESERVE_ATTEMPTS; attempt += 1) {
    const target = { id: randomUUID(), shard: randomShard() };
    const result = await reserveCredits(client, tables.workspaces, movement, target);
    if (result.kind === "reserved") {
      const credits = { client, table: tables.workspaces };
      // If this fails, the next request that uses the shard repeats it.
      await recoverReservations(credits, monthAndWorkspace(movement), result.expired).catch(() => undefined);
      const { jobId, debit, atMs } = movement;
      const { checksCredits } = result;
      return { ...target, jobId, credits: debit.credits, day: dayOf(debit), atMs, checksCredits };
    }
    if (result.kind === "refused") return undefined;
  }
  return undefined;
}

async function createWithReservation(
  context: CreationContext,
  job: Job,
  movement: CreditMovement,
  reservation: CheckedReservation,
): Promise<Creation> {
  const { client, tables } = context;
  const { shard, credits } = reservation;
  const paid = withShards(movement, [{ shard, credits }]);
  let result: WriteResult;
  try {
    result = await write(context, job, paid, reservation);
  } catch (error) {
    // If the recovery fails too, it happens when the reservation has expired.
    await recoverReservation(client, tables.workspaces, paid, reservation).catch(() => undefined);
    throw error;
  }
  const finish = result.ok ? settleReservation : releaseReservation;
  await finish(client, tables.workspaces, paid, reservation).catch(() => undefined);
  return creationOf(job, result);
}

/** Debits the shards in the transaction that writes the job. For debits that a random shard could not pay. */
async function createFromAllShards(context: CreationContext, job: Job, movement: CreditMovement): Promise<Creation> {
  const { client, tables, terms } = context;
  for (let attempt = 1; attempt <= DEBIT_ATTEMPTS; attempt += 1) {
    const shares = await findCredits({ client, table: tables.workspaces }, movement, terms.grant);
    const isPayable = shares !== undefined;
    if (!isPayable && terms.record === undefined && terms.claim === undefined) return "out-of-credits";
    // Without credits, the transaction only finds out if an earlier request created the job.
    const { credits } = movement.debit;
    const paid = withShards(movement, shares ?? [{ shard: randomShard(), credits }]);
    const result = await write(context, job, paid);
    const isRepeatable = !result.ok && result.failed.has("debit");
    if (!isRepeatable || !isPayable || result.failed.has("record") || result.failed.has("claim")) {
      return creationOf(job, result);
    }
  }
  throw new ServiceError("RATE_LIMITED", "Too many requests use the credits at the same time. Try again shortly.");
}

function withShards(movement: CreditMovement, shards: readonly DebitShare[]): CreditMovement {
  return { ...movement, debit: { ...movement.debit, shards: [...shards] } };
}

interface WriteResult {
  readonly ok: boolean;
  readonly failed: ReadonlySet<Step>;
}

/** Writes the job and everything that belongs to it. `paid` is undefined for a job without a debit. */
async function write(
  { client, tables, terms: { record, claim } }: CreationContext,
  job: Job,
  paid?: CreditMovement,
  reservation?: CheckedReservation,
): Promise<WriteResult> {
  // Without a reservation, the debit opened or distributed the month, or used its last credits.
  const checksCredits = paid !== undefined && (reservation?.checksCredits ?? true);
  const paidJob = paid === undefined ? job : { ...job, debit: paid.debit };
  const stored: Job = checksCredits ? { ...paidJob, checksCredits } : paidJob;
  const Item = { ...jobItemOf(stored), ...listKeysOf(job), sweepShard: shardOf(job.id) };
  const steps: (readonly [Step, TransactItem])[] = [
    ["job", { Put: { TableName: tables.jobs, Item, ConditionExpression: "attribute_not_exists(id)" } }],
  ];
  if (record !== undefined) steps.push(["record", recordWrite(tables.jobs, record, job.createdAtMs)]);
  if (paid !== undefined) steps.push(["ledger", debitEntryWrite(tables.workspaces, paid, reservation?.id)]);
  if (paid !== undefined && reservation === undefined) {
    for (const debit of debitWrites(tables.workspaces, paid)) steps.push(["debit", debit]);
  }
  if (claim !== undefined) steps.push(["claim", claimWrite(tables.claims, claim)]);
  const result = await transact(
    client,
    steps.map(([, item]) => item),
  );
  if (result.ok) return { ok: true, failed: new Set() };
  return { ok: false, failed: new Set(result.failedConditions.flatMap((index) => steps[index]?.[0] ?? [])) };
}

function creationOf(job: Job, { ok, failed }: WriteResult): Creation {
  if (ok) return "created";
  // An earlier request created the job and paid for it, so a record or claim takes precedence over missing credits.
  if (failed.has("record")) return "recorded";
  if (failed.has("claim")) return "claimed";
  if (failed.has("debit")) return "out-of-credits";
  throw new Error(`Job ${job.id} could not be created. Failed conditions: ${[...failed].join(", ")}.`);
}

/**
 * Whether a transaction whose first write is that of the job succeeded. `false` if the condition of that write failed.
 *
 * @throws Error if only another condition failed: then the ledger contradicts the job.
 */
export function isWritten(result: TransactResult, job: Job): boolean {
  if (result.ok) return true;
  if (result.failedConditions.includes(0)) return false;
  throw new Error(`Job ${job.id} could not be refunded. Failed writes: ${result.failedConditions.join(", ")}.`);
}
