/**
 * The writes of debits, refunds, and changes of plan that are part of a transaction. All are in the workspaces table.
 * credit-shards.ts describes the items of a balance.
 *
 * `ledger#2026-11#debit#<job>`, `ledger#2026-11#refund#<job>`: the ledger entries. A job has at most one of each, so
 * neither movement can happen twice. The ID of the job selects one of the 16 partition keys of the balance. Entries of
 * jobs that are older than the shards have the workspace's partition key.
 */
import type { CreditChange } from "../core/access/workspace.js";
import { type Debit, monthOf } from "../core/billing/debit.js";
import type { Job } from "../core/renders/job.js";
import { ALL_SHARDS, fixedShardOf, MAIN_SHARD, shardKey, sharesOf } from "./credit-shards.js";
import type { TransactItem } from "./transact.js";

/** A debit or its refund. */
export interface CreditMovement {
  readonly workspaceId: string;
  /** The ID of the job, or the ID of the batch for the one debit of a batch. */
  readonly jobId: string;
  readonly requestId: string;
  readonly debit: Debit;
  /** When the debit or refund takes place. */
  readonly atMs: number;
}

export function creditMovement(
  { id, workspaceId, requestId }: Pick<Job, "id" | "workspaceId" | "requestId">,
  debit: Debit,
  atMs: number,
): CreditMovement {
  return { workspaceId, jobId: id, requestId, debit, atMs };
}

/** Takes the credits from the shards of the debit if each has enough. */
export function debitWrites(table: string, { workspaceId, debit }: CreditMovement): TransactItem[] {
  const changes = [
    "remaining = remaining - :credits",
    "spent = spent + :credits",
    "#day = if_not_exists(#day, :zero) + :credits",
  ];
  return sharesOf(debit).map(({ shard, credits }) => ({
    Update: {
      TableName: table,
      Key: shardKey(workspaceId, monthOf(debit.date), shard),
      UpdateExpression: `SET ${changes.join(", ")}`,
      ConditionExpression: "remaining >= :credits AND attribute_not_exists(closed)",
      ExpressionAttributeNames: { "#day": `spent${dayOf(debit)}` },
      ExpressionAttributeValues: { ":credits": credits, ":zero": 0 },
    },
  }));
}

/** Refunds the credits to the shards and the day of the debit, and writes the ledger entry. */
export function refundWrites(table: string, movement: CreditMovement): TransactItem[] {
  const { workspaceId, debit } = movement;
  const changes = [
    "remaining = remaining + :credits",
    "spent = spent - :credits",
    "#day = if_not_exists(#day, :zero) + :credits",
  ];
  const refunds = sharesOf(debit).map(({ shard, credits }) => ({
    Update: {
      TableName: table,
      Key: shardKey(workspaceId, monthOf(debit.date), shard),
      UpdateExpression: `SET ${changes.join(", ")}`,
      ConditionExpression: "attribute_exists(remaining)",
      ExpressionAttributeNames: { "#day": `refunded${dayOf(debit)}` },
      ExpressionAttributeValues: { ":credits": credits, ":zero": 0 },
    },
  }));
  const Item = ledgerItem("refund", movement);
  return [...refunds, { Put: { TableName: table, Item, ConditionExpression: "attribute_not_exists(id)" } }];
}

/**
 * Returns the write of a debit's ledger entry. With a reservation, the entry names it, and the write fails if that
 * reservation was voided. A voided reservation of the same job does not prevent the write: several requests can try to
 * create the same job.
 */
export function debitEntryWrite(table: string, movement: CreditMovement, reservationId?: string): TransactItem {
  const entry = ledgerItem("debit", movement);
  const unused = "attribute_not_exists(id) OR attribute_exists(voided)";
  if (reservationId === undefined) {
    return { Put: { TableName: table, Item: entry, ConditionExpression: unused } };
  }
  return {
    Put: {
      TableName: table,
      Item: { ...entry, reservation: reservationId },
      ConditionExpression:
        "attribute_not_exists(id) OR (attribute_exists(voided) AND NOT contains(voided, :reservation))",
      ExpressionAttributeValues: { ":reservation": reservationId },
    },
  };
}

/**
 * Returns the writes of a change of plan. They open the month if it had no debit yet. The main item takes the whole
 * difference, and the shards are closed until the next debit distributes the credits. All writes are unconditional, so
 * concurrent debits never make a change of plan fail, and the sum is right at every moment.
 */
export function planChangeWrites(TableName: string, workspaceId: string, change: CreditChange): TransactItem[] {
  const { month, before, after } = change;
  const [main, ...shards] = [MAIN_SHARD, ...ALL_SHARDS].map((shard) => ({
    TableName,
    Key: shardKey(workspaceId, month, shard),
  }));
  const assignments = [
    "granted = if_not_exists(granted, :old) + :delta",
    "remaining = if_not_exists(remaining, :old) + :delta",
    "spent = if_not_exists(spent, :zero)",
    "revision = if_not_exists(revision, :zero) + :one",
  ];
  return [
    {
      Update: {
        ...(main as NonNullable<typeof main>),
        UpdateExpression: `SET ${assignments.join(", ")}`,
        ExpressionAttributeValues: { ":old": before, ":delta": after - before, ":zero": 0, ":one": 1 },
      },
    },
    ...shards.map((shard) => ({
      Update: { ...shard, UpdateExpression: "SET closed = :true", ExpressionAttributeValues: { ":true": true } },
    })),
  ];
}

export function dayOf({ date }: Pick<Debit, "date">): number {
  return Number(date.slice(8));
}

export function ledgerKey(kind: "debit" | "refund", { workspaceId, jobId, debit }: CreditMovement) {
  const id = debit.shards === undefined ? workspaceId : `credits#${workspaceId}#${fixedShardOf(jobId)}`;
  return { id, item: `ledger#${monthOf(debit.date)}#${kind}#${jobId}` };
}

function ledgerItem(kind: "debit" | "refund", movement: CreditMovement) {
  const { jobId, requestId, debit, atMs } = movement;
  return { ...ledgerKey(kind, movement), kind, credits: debit.credits, jobId, requestId, atMs };
}
