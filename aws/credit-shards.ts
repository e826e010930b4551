/**
 * The shards of a month's balance, in the workspaces table.
 *
 * Key of a shard: `credits#<workspace>#<0 to 15>` + `month#2026-11`. The main item of the month has the key
 * `<workspace>` + `month#2026-11`. It is the whole balance of months that were opened before balances had shards, and
 * it contains the changes of plan until distribute-credits.ts spreads them over the shards.
 *
 * Each of these items has the attributes `granted`, `spent`, and `remaining`, with granted = spent + remaining at all
 * times. For each day with a debit or refund, for example the 21st, it has `spent21` and `refunded21`. The balance of
 * the month is the sum of all items.
 *
 * - `checkAt`: a debit that leaves at most this many credits checks if the month's credits are low. See low-credits.ts.
 * - `closed`: debits must not take from the shard before its credits are distributed again.
 * - `reserved#<reservation>`: credits that were taken for a job that is being written. See credit-reservations.ts.
 * - `revision` of the main item: changes with each change of plan and each distribution.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { BatchGetCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { DebitShare } from "../core/billing/debit.js";
import { parseItem } from "./stored-item.js";

export const CREDIT_SHARDS = 16;
/** The shard number of the main item. */
export const MAIN_SHARD = -1;
export const ALL_SHARDS: readonly number[] = Array.from({ length: CREDIT_SHARDS }, (_, shard) => shard);

const RESERVED = "reserved#";
const READ_ATTEMPTS = 5;

export const reservationSchema = z.object({
  jobId: z.string(),
  credits: z.int().min(1),
  day: z.int().min(1).max(31),
  atMs: z.number(),
});

/** Credits of one shard that were taken for a job that is being written. */
export interface Reservation extends z.infer<typeof reservationSchema> {
  readonly id: string;
  readonly shard: number;
}

/** One item of a month's balance. A missing item has no credits. */
export interface ShardState {
  readonly shard: number;
  readonly exists: boolean;
  readonly spent: number;
  readonly remaining: number;
  readonly closed: boolean;
  readonly reservations: readonly Reservation[];
  readonly item: Readonly<Record<string, unknown>>;
}

const shardSchema = z.looseObject({
  spent: z.int().optional(),
  remaining: z.int().optional(),
  closed: z.literal(true).optional(),
});

export function shardKey(workspaceId: string, month: string, shard: number): { id: string; item: string } {
  const id = shard === MAIN_SHARD ? workspaceId : `credits#${workspaceId}#${shard}`;
  return { id, item: `month#${month}` };
}

export function reservedName(id: string): string {
  return `${RESERVED}${id}`;
}

/** Returns the fixed shard of a job, for its ledger entries and for the list of jobs. */
export function fixedShardOf(jobId: string): number {
  return createHash("sha256").update(jobId).digest().readUInt8(1) % CREDIT_SHARDS;
}

export function randomShard(): number {
  return Math.floor(Math.random() * CREDIT_SHARDS);
}

/** Reads each item of the balance consistently. Debits between the reads of two items are possible. */
export async function readShards(
  client: DynamoDBDocumentClient,
  table: string,
  workspaceId: string,
  month: string,
): Promise<readonly ShardState[]> {
  const shards = [...ALL_SHARDS, MAIN_SHARD];
  const found = new Map<unknown, Record<string, unknown>>();
  let keys: Record<string, unknown>[] = shards.map((shard) => shardKey(workspaceId, month, shard));
  for (let attempt = 1; keys.length > 0; attempt += 1) {
    if (attempt > READ_ATTEMPTS) throw new Error("DynamoDB returned an incomplete batch of a balance's shards.");
    if (attempt > 1) await pause(10 * 2 ** attempt);
    const RequestItems = { [table]: { Keys: keys, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    for (const item of Responses?.[table] ?? []) found.set(item.id, item);
    keys = UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return shards.map((shard) => stateOf(shard, found.get(shardKey(workspaceId, month, shard).id)));
}

function stateOf(shard: number, item: Record<string, unknown> | undefined): ShardState {
  const { spent = 0, remaining, closed = false } = parseItem(shardSchema, item ?? {}, "the workspaces table");
  const reservations = reservationsOf(shard, item);
  return {
    ...{ shard, spent, closed, reservations, item: item ?? {} },
    exists: remaining !== undefined,
    remaining: remaining ?? 0,
  };
}

/** Returns the reservations in the item of a shard. */
export function reservationsOf(shard: number, item: Record<string, unknown> | undefined): readonly Reservation[] {
  return Object.entries(item ?? {})
    .filter(([name]) => name.startsWith(RESERVED))
    .map(([name, value]) => {
      const reservation = parseItem(reservationSchema, value, "the workspaces table");
      return { ...reservation, id: name.slice(RESERVED.length), shard };
    });
}

/**
 * Returns whether two reads saw the same state. If so, that state was the balance at one moment between them: every
 * write changes a count that only grows, or adds a reservation with a new ID, so an item cannot change and change back.
 * This costs half as much as a transaction of reads, and never conflicts with the writes of others.
 */
export function isSameState(first: readonly ShardState[], second: readonly ShardState[]): boolean {
  const textOf = (states: readonly ShardState[]) =>
    JSON.stringify(states.map(({ item }) => Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))));
  return textOf(first) === textOf(second);
}

export function remainingOf(states: readonly ShardState[]): number {
  return states.reduce((sum, { remaining }) => sum + remaining, 0);
}

/** Returns whether the shards are missing or closed. If so, distribute-credits.ts must run before a debit. */
export function needDistribution(states: readonly ShardState[]): boolean {
  return states.some(({ shard, exists, closed }) => shard !== MAIN_SHARD && (!exists || closed));
}

/** Returns whether the month had a debit or a change of plan. */
export function isOpened(states: readonly ShardState[]): boolean {
  return states.some(({ exists }) => exists);
}

/** Returns the share that each shard pays of a debit. The main item paid a debit without shards. */
export function sharesOf(debit: { readonly credits: number; readonly shards?: readonly DebitShare[] | undefined }) {
  return debit.shards ?? [{ shard: MAIN_SHARD, credits: debit.credits }];
}
