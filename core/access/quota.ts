/** Counts the use of daily and monthly quotas, in counters that all instances of all functions share. */
import { ServiceError } from "../contract/errors.js";
import { LIMITER_FAILED } from "../deployment/log-events.js";
import { DAY_MS } from "../shared/day-ms.js";
import type { Log } from "../shared/log.js";

export interface QuotaStore {
  /**
   * Adds `amount`, 1 by default, to the counter unless it has reached `limit`. Resolves to whether it was added. The
   * counter expires at `expiresAtMs`.
   */
  countWithin(id: string, limit: number, expiresAtMs: number, amount?: number): Promise<boolean>;
}

/** A counter of one period. */
export interface Counter {
  readonly id: string;
  readonly limit: number;
  readonly nowMs: number;
  /** The time when the period ends and the counter of the next period begins. */
  readonly endsAtMs: number;
  /** The sentence for the caller when the quota is used up. */
  readonly refusal: string;
  /** The name of the limit in the details of the error. */
  readonly limitName: string;
  /** How many units of the counter the details show as one. @default 1 */
  readonly unit?: number;
}

/**
 * Takes one unit of a quota, or `amount` units. The last request can take more units than are left.
 *
 * @throws ServiceError `RATE_LIMITED` with the end of the period if no unit is left
 */
export async function takeWithin(store: QuotaStore, counter: Counter, log: Log, amount = 1): Promise<void> {
  if (counter.limit > 0 && (await countOrPass(store, counter, amount, log))) return;
  const { limit, nowMs, endsAtMs, refusal, limitName, unit = 1 } = counter;
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
  const refilledAt = new Date(endsAtMs).toISOString();
  throw new ServiceError("RATE_LIMITED", `${refusal} The quota is refilled at ${refilledAt}.`, {
    details: { retryAfterSeconds, refilledAt, [limitName]: limit / unit },
  });
}

/** Allows the request if the table fails, because a quota only prevents waste. */
async function countOrPass(
  store: QuotaStore,
  { id, limit, endsAtMs }: Counter,
  amount: number,
  log: Log,
): Promise<boolean> {
  try {
    // Keep the counter one more day, for questions from users.
    return await store.countWithin(id, limit, endsAtMs + DAY_MS, amount);
  } catch (error) {
    log.error("The limits table failed. The request was allowed without a quota.", { error, event: LIMITER_FAILED });
    return true;
  }
}
