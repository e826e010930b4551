/** Reads the monthly balances in the workspaces table. credit-shards.ts describes their items. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { BalanceStore, MonthBalance } from "../core/billing/month-balance.js";
import { expiredOf } from "./credit-reservations.js";
import { isOpened, isSameState, readShards, remainingOf, type ShardState } from "./credit-shards.js";
import { recoverReservations } from "./month-credits.js";

/**
 * The maximum number of reads. Two equal reads in a row show one consistent state. In a busy workspace, no two reads
 * are equal. The sums of a single read still fulfill granted = spent + remaining, because each item does.
 */
const READS = 3;

export function createBalances(
  client: DynamoDBDocumentClient,
  table: string,
  now: () => number = Date.now,
): BalanceStore {
  return {
    async find(workspaceId, month) {
      let states = await readShards(client, table, workspaceId, month);
      const expired = expiredOf(
        states.flatMap(({ reservations }) => reservations),
        now(),
      );
      await recoverReservations({ client, table }, { workspaceId, month }, expired);
      for (let reads = 1; reads < READS && isOpened(states); reads += 1) {
        const next = await readShards(client, table, workspaceId, month);
        const isConsistent = isSameState(states, next);
        states = next;
        if (isConsistent) break;
      }
      return isOpened(states) ? balanceOf(states) : undefined;
    },
  };
}

function balanceOf(states: readonly ShardState[]): MonthBalance {
  const total = (name: string): number =>
    states.reduce((sum, { item }) => sum + (typeof item[name] === "number" ? item[name] : 0), 0);
  const days = Array.from({ length: 31 }, (_, index) => index + 1)
    .map((day) => ({ day, spent: total(`spent${day}`), refunded: total(`refunded${day}`) }))
    .filter(({ spent, refunded }) => spent > 0 || refunded > 0);
  const [spent, remaining] = [total("spent"), remainingOf(states)];
  return { granted: total("granted"), spent, remaining, days };
}
