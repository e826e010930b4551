/** What is free has a limit per workspace and UTC day. */
import { ServiceError } from "../contract/errors.js";
import { LIMITER_FAILED } from "../contract/log-events.js";
import type { Log } from "../renders/ports.js";

export interface QuotaStore {
  /** Increments the counter unless it has reached `limit`. Resolves to whether it did. Expires at `expiresAtMs`. */
  countWithin(id: string, limit: number, expiresAtMs: number): Promise<boolean>;
}

/** What is counted. */
export interface CountedThing {
  /** As part of the counter's ID: `previews`. */
  readonly name: string;
  /** The sentence for the caller when none is left. */
  readonly refusal: (perDay: number) => string;
  /** The name of the limit in the details of the error: `previewsPerDay`. */
  readonly limitName: string;
}

/** Takes one of the day. @throws ServiceError `RATE_LIMITED` if none is left. */
export type TakeOfDay = (workspaceId: string, perDay: number, log: Log) => Promise<void>;

const DAY_MS = 24 * 60 * 60 * 1000;

export function createDailyQuota(store: QuotaStore, now: () => number, counted: CountedThing): TakeOfDay {
  return async (workspaceId, perDay, log) => {
    const nowMs = now();
    const endsAtMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
    const id = `${counted.name}#${workspaceId}#${new Date(nowMs).toISOString().slice(0, 10)}`;
    if (perDay > 0 && (await countOrPass(store, id, perDay, endsAtMs, log))) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
    throw new ServiceError("RATE_LIMITED", counted.refusal(perDay), {
      details: { retryAfterSeconds, [counted.limitName]: perDay },
    });
  };
}

/** The requests stay possible when the table fails: a quota only prevents waste. */
async function countOrPass(
  store: QuotaStore,
  id: string,
  perDay: number,
  endsAtMs: number,
  log: Log,
): Promise<boolean> {
  try {
    // Keep the counter one more day, for questions from users.
    return await store.countWithin(id, perDay, endsAtMs + DAY_MS);
  } catch (error) {
    log.error("The limits table failed. The request was allowed without a quota.", { error, event: LIMITER_FAILED });
    return true;
  }
}
