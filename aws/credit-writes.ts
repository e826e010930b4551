/**
 * The writes of debits and refunds. They are part of the transaction that writes the job. All are in the workspaces table.
 *
 * `month#2026-11`: granted, remaining, spent, and for each day with a debit or refund `spent21`, `refunded21`.
 * `ledger#2026-11#debit#<job>`, `ledger#2026-11#refund#<job>`: one entry each, so neither can happen twice.
 */
import { type Debit, monthOf } from "../core/billing/debit.js";
import type { Job } from "../core/renders/job.js";
import type { TransactItem } from "./transact.js";

/** A debit or its refund. */
export interface CreditMovement {
  readonly workspaceId: string;
  readonly jobId: string;
  readonly requestId: string;
  readonly debit: Debit;
  /** When the debit or refund takes place. */
  readonly atMs: number;
}

export function creditMovement({ id, workspaceId, requestId }: Job, debit: Debit, atMs: number): CreditMovement {
  return { workspaceId, jobId: id, requestId, debit, atMs };
}

export function monthItem(date: string): string {
  return `month#${monthOf(date)}`;
}

/** Takes the credits if the month has enough. The first debit of a month opens it with `grant`. */
export function debitWrites(table: string, movement: CreditMovement, grant: number): [TransactItem, TransactItem] {
  const { credits } = movement.debit;
  const opens = grant >= credits ? " OR attribute_not_exists(remaining)" : "";
  const changes = [
    "granted = if_not_exists(granted, :grant)",
    "remaining = if_not_exists(remaining, :grant) - :credits",
    "spent = if_not_exists(spent, :zero) + :credits",
    "#day = if_not_exists(#day, :zero) + :credits",
  ];
  return [
    {
      Update: {
        ...balanceOf(table, movement),
        UpdateExpression: `SET ${changes.join(", ")}`,
        ConditionExpression: `remaining >= :credits${opens}`,
        ExpressionAttributeNames: { "#day": `spent${dayOf(movement)}` },
        ExpressionAttributeValues: { ":grant": grant, ":credits": credits, ":zero": 0 },
      },
    },
    ledgerWrite(table, "debit", movement),
  ];
}

/** Refunds the credits to the month and the day of the debit. */
export function refundWrites(table: string, movement: CreditMovement): [TransactItem, TransactItem] {
  const changes = [
    "remaining = remaining + :credits",
    "spent = spent - :credits",
    "#day = if_not_exists(#day, :zero) + :credits",
  ];
  return [
    {
      Update: {
        ...balanceOf(table, movement),
        UpdateExpression: `SET ${changes.join(", ")}`,
        ConditionExpression: "attribute_exists(remaining)",
        ExpressionAttributeNames: { "#day": `refunded${dayOf(movement)}` },
        ExpressionAttributeValues: { ":credits": movement.debit.credits, ":zero": 0 },
      },
    },
    ledgerWrite(table, "refund", movement),
  ];
}

function balanceOf(table: string, { workspaceId, debit }: CreditMovement) {
  return { TableName: table, Key: { id: workspaceId, item: monthItem(debit.date) } };
}

function dayOf({ debit }: CreditMovement): number {
  return Number(debit.date.slice(8));
}

function ledgerWrite(
  table: string,
  kind: "debit" | "refund",
  { workspaceId, jobId, requestId, debit, atMs }: CreditMovement,
): TransactItem {
  const Item = {
    id: workspaceId,
    item: `ledger#${monthOf(debit.date)}#${kind}#${jobId}`,
    kind,
    credits: debit.credits,
    jobId,
    requestId,
    atMs,
  };
  return { Put: { TableName: table, Item, ConditionExpression: "attribute_not_exists(id)" } };
}
