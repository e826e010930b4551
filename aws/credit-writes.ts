/**
 * Credits move only inside a transaction with the job that they are for. These are its parts, all in the workspaces table.
 *
 * `month#2026-11`: granted, remaining, spent, and for each day with movements `spent21`, `refunded21`.
 * `ledger#2026-11#debit#<job>`, `ledger#2026-11#refund#<job>`: one entry each, so neither can happen twice.
 */
import { type Charge, monthOf } from "../core/billing/charge.js";
import type { TransactItem } from "./transact.js";

/** For whom and for what credits move. */
export interface Movement {
  readonly workspaceId: string;
  readonly jobId: string;
  readonly requestId: string;
  readonly charge: Charge;
  readonly atMs: number;
}

export function monthItem(date: string): string {
  return `month#${monthOf(date)}`;
}

/** Takes the credits if the month has them; the first debit of a month opens it with `grant`. */
export function debitWrites(table: string, movement: Movement, grant: number): [TransactItem, TransactItem] {
  const { credits } = movement.charge;
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

/** Gives the credits back to the month and the day that they were taken from. */
export function refundWrites(table: string, movement: Movement): [TransactItem, TransactItem] {
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
        ExpressionAttributeValues: { ":credits": movement.charge.credits, ":zero": 0 },
      },
    },
    ledgerWrite(table, "refund", movement),
  ];
}

function balanceOf(table: string, { workspaceId, charge }: Movement) {
  return { TableName: table, Key: { id: workspaceId, item: monthItem(charge.date) } };
}

function dayOf({ charge }: Movement): number {
  return Number(charge.date.slice(8));
}

function ledgerWrite(
  table: string,
  kind: "debit" | "refund",
  { workspaceId, jobId, requestId, charge, atMs }: Movement,
): TransactItem {
  const Item = {
    id: workspaceId,
    item: `ledger#${monthOf(charge.date)}#${kind}#${jobId}`,
    kind,
    credits: charge.credits,
    jobId,
    requestId,
    atMs,
  };
  return { Put: { TableName: table, Item, ConditionExpression: "attribute_not_exists(id)" } };
}
