/** Splits credits over the shards of a month's balance. */
import type { DebitShare } from "./debit.js";

/** Returns equal shares. The first shards get the remainder, one credit each. */
export function shareEvenly(credits: number, shards: number): readonly number[] {
  const share = Math.floor(credits / shards);
  const remainder = credits - share * shards;
  return Array.from({ length: shards }, (_, index) => share + (index < remainder ? 1 : 0));
}

/**
 * Selects the shards that pay a debit: one shard if any suffices, otherwise the largest shards first. `random` (0 to 1,
 * 1 excluded) selects one of the shards that suffice, so that concurrent debits use different shards.
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

/**
 * Divides the credits that shards pay for a batch among its jobs, so that a refund of a job goes to the shards that
 * paid for it.
 *
 * @param prices the price of each job; their sum equals the sum of the shares
 */
export function divideShares(
  shares: readonly DebitShare[],
  prices: readonly number[],
): readonly (readonly DebitShare[])[] {
  const left = shares.map((share) => ({ ...share }));
  return prices.map((price) => {
    const paid: DebitShare[] = [];
    for (let missing = price; missing > 0;) {
      const [share] = left;
      if (share === undefined) throw new Error("The shards pay less than the jobs cost.");
      const credits = Math.min(missing, share.credits);
      paid.push({ shard: share.shard, credits });
      missing -= credits;
      share.credits -= credits;
      if (share.credits === 0) left.shift();
    }
    return paid;
  });
}
