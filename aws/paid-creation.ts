/** Writes jobs in one transaction with everything that belongs to them: debit, ledger entry, record, claim. */
import { randomUUID } from "node:crypto";
import { setImmediate as afterThisTurn } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Debit, DebitShare } from "../core/billing/debit.js";
import { ServiceError } from "../core/contract/errors.js";
import type { Creation, CreationTerms } from "../core/renders/ports.js";
import { claimWrite } from "./claims-table.js";
import { recoverReservation, releaseReservation, reserveCredits, settleReservation } from "./credit-reservations.js";
import { randomShard, type Reservation } from "./credit-shards.js";
import { type CreditMovement, dayOf, debitEntryWrite, debitWrites } from "./credit-writes.js";
import { recordWrite } from "./idempotency-records.js";
import type { JobTableNames } from "./job-table-names.js";
import { findCredits, monthAndWorkspace, recoverReservations } from "./month-credits.js";
import { transact, type TransactItem } from "./transact.js";

/**
 * The maximum number of attempts. In each one except the last, another request took the credits that `findCredits`
 * selected.
 */
const DEBIT_ATTEMPTS = 12;
/** The number of shards to try while transactions occupy them. */
const RESERVE_ATTEMPTS = 4;

type Step = "job" | "record" | "ledger" | "claim" | "debit";

/** The items to create: a job, or a batch with its jobs. */
export interface NewJobs {
  /** The name for error messages. */
  readonly name: string;
  readonly createdAtMs: number;
  /** `undefined` for a job without a debit. */
  readonly movement: CreditMovement | undefined;
  /**
   * The writes of the items. `paid` is the debit with the shards that pay it. `checksCredits`: the end of one of the
   * jobs must check if the credits of the month are low.
   */
  readonly writesOf: (paid: Debit | undefined, checksCredits: boolean) => readonly TransactItem[];
}

export interface CreationContext {
  readonly client: DynamoDBDocumentClient;
  readonly tables: JobTableNames;
  readonly terms: CreationTerms;
}

/** @throws Error if one of the items exists. */
export async function createPaid(context: CreationContext, created: NewJobs): Promise<Creation> {
  const { movement } = created;
  if (movement === undefined) return creationOf(created, await write(context, created));
  const reservation = await reserve(context, movement);
  if (reservation === undefined) return await createFromAllShards(context, created, movement);
  return await createWithReservation(context, created, movement, reservation);
}

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
  created: NewJobs,
  movement: CreditMovement,
  reservation: CheckedReservation,
): Promise<Creation> {
  const { client, tables, terms } = context;
  const { shard, credits } = reservation;
  const paid = withShards(movement, [{ shard, credits }]);
  let result: WriteResult;
  try {
    result = await write(context, created, paid, reservation);
  } catch (error) {
    // If the recovery also fails, it is repeated when the reservation has expired.
    await recoverReservation(client, tables.workspaces, paid, reservation).catch(() => undefined);
    throw error;
  }
  const finish = result.ok ? settleReservation : releaseReservation;
  // If this fails, or if the function ends first, the reservation is recovered when it has expired.
  const end = () => finish(client, tables.workspaces, paid, reservation).catch(() => undefined);
  if (terms.goOnUntil === undefined) await end();
  // Let the render start first: signing this request takes a millisecond.
  else terms.goOnUntil(afterThisTurn().then(end));
  return creationOf(created, result);
}

/** Debits the shards in the transaction that writes the job. Used for debits that a random shard could not pay. */
async function createFromAllShards(
  context: CreationContext,
  created: NewJobs,
  movement: CreditMovement,
): Promise<Creation> {
  const { client, tables, terms } = context;
  for (let attempt = 1; attempt <= DEBIT_ATTEMPTS; attempt += 1) {
    const shares = await findCredits({ client, table: tables.workspaces }, movement, terms.grant);
    const isPayable = shares !== undefined;
    if (!isPayable && terms.record === undefined && terms.claim === undefined) return "out-of-credits";
    // Without credits, the transaction only finds out if an earlier request created the job.
    const { credits } = movement.debit;
    const paid = withShards(movement, shares ?? [{ shard: randomShard(), credits }]);
    const result = await write(context, created, paid);
    const isRepeatable = !result.ok && result.failed.has("debit");
    if (!isRepeatable || !isPayable || result.failed.has("record") || result.failed.has("claim")) {
      return creationOf(created, result);
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

/** Writes the jobs and everything that belongs to them. `paid` is undefined for a job without a debit. */
async function write(
  { client, tables, terms: { record, claim } }: CreationContext,
  { createdAtMs, writesOf }: NewJobs,
  paid?: CreditMovement,
  reservation?: CheckedReservation,
): Promise<WriteResult> {
  // Without a reservation, the debit opened or distributed the month, or used its last credits.
  const checksCredits = paid !== undefined && (reservation?.checksCredits ?? true);
  const items = writesOf(paid?.debit, checksCredits);
  const steps: (readonly [Step, TransactItem])[] = items.map((item) => ["job", item] as const);
  if (record !== undefined) steps.push(["record", recordWrite(tables.jobs, record, createdAtMs)]);
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

function creationOf({ name }: NewJobs, { ok, failed }: WriteResult): Creation {
  if (ok) return "created";
  // An earlier request created the job and paid for it, so a record or claim takes precedence over missing credits.
  if (failed.has("record")) return "recorded";
  if (failed.has("claim")) return "claimed";
  if (failed.has("debit")) return "out-of-credits";
  throw new Error(`${name} could not be created. Failed conditions: ${[...failed].join(", ")}.`);
}
