/**
 * Spreads all credits of a month evenly over its shards. This opens a month, takes over a balance that has no shards
 * yet, and applies a change of plan.
 */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { shareEvenly } from "../core/billing/split-credits.js";
import { CREDIT_SHARDS, isOpened, MAIN_SHARD, remainingOf, shardKey, type ShardState } from "./credit-shards.js";
import { transact, type TransactItem } from "./transact.js";

export interface MonthOfWorkspace {
  readonly workspaceId: string;
  readonly month: string;
}

/**
 * Uses one transaction, on the condition that no item has changed since it was read. So only one of several concurrent
 * callers succeeds. Keeps the credits that each item has spent.
 *
 * Removes the levels of low-credits.ts, which depend on the credits that each shard had.
 *
 * @param grant opens the month if it is not open
 * @returns whether the transaction succeeded. In either case, read the shards again.
 */
export async function distributeCredits(
  client: DynamoDBDocumentClient,
  table: string,
  { workspaceId, month }: MonthOfWorkspace,
  states: readonly ShardState[],
  grant: number,
): Promise<boolean> {
  const shares = shareEvenly(isOpened(states) ? remainingOf(states) : grant, CREDIT_SHARDS);
  const writes = states.map((state): TransactItem => {
    const Key = shardKey(workspaceId, month, state.shard);
    return { Update: { TableName: table, Key, ...updateOf(state, shares[state.shard] ?? 0) } };
  });
  const { ok } = await transact(client, writes);
  return ok;
}

function updateOf({ shard, exists, spent, remaining }: ShardState, share: number) {
  const revision = shard === MAIN_SHARD ? ", revision = if_not_exists(revision, :none) + :one" : "";
  const unchanged = exists ? "remaining = :before AND spent = :spent" : "attribute_not_exists(remaining)";
  return {
    UpdateExpression: `SET granted = :granted, spent = :spent, remaining = :share${revision} REMOVE closed, checkAt`,
    ConditionExpression: unchanged,
    ExpressionAttributeValues: {
      ...{ ":granted": spent + share, ":spent": spent, ":share": share },
      ...(exists && { ":before": remaining }),
      ...(revision !== "" && { ":none": 0, ":one": 1 }),
    },
  };
}
