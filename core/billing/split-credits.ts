/** Splits credits over the shards of a month's balance. */
import type { DebitShare } from "./debit.js";

/** Equal shares. The first shards get the remainder, one credit each. */
export function shareEvenly(credits: number, shards: number): readonly number[] {
  const share = Math.floor(credits / shards);
  const remainder = credits - share * shards;
  return Array.from({ length: shards }, (_, index) => share + (index < remainder ? 1 : 0));
}

/**
 * Selects the shards that pay a debit: one shard if any suffices, else the largest shards first. Among the shards that
 * suffice, `random` (0 to 1, 1 excluded) selects, so that debits at the same time use different shards.
 *
 * @returns `undefined` if all shards together do not suffice
 */
export function splitDebit(
  credits: number,
  balances: readonly { readonly shard: number; readonly remaining: number }[],
  random: () => number,
): readonly DebitShare[] | undefined {
  const sufficient = balances.filter(({ remaining }) => remaining >= credits);
  const selected = sufficient[Math.floor(random() * sufficient.length)];
  if (selected !== undefined) return [{ shard: selected.shard, credits }];
  const shares: DebitShare[] = [];
  let missing = credits;
  for (const { shard, remaining } of [...balances].sort((a, b) => b.remaining - a.remaining)) {
    if (missing === 0 || remaining <= 0) break;
    shares.push({ shard, credits: Math.min(missing, remaining) });
    missing -= Math.min(missing, remaining);
  }
  return missing === 0 ? shares : undefined;
}
