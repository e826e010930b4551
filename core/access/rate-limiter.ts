/** Token buckets that all instances of a function share. A check costs one conditional write. */
import { LRUCache } from "lru-cache";
import { LIMITER_FAILED } from "../contract/log-events.js";
import type { Rate } from "../contract/plans.js";
import type { Log } from "../renders/ports.js";

/**
 * A bucket is stored as one time, `fullAtMs`: when the bucket is full again. Each token that is taken moves the time
 * forward. If the time is in the past, the bucket is full.
 */
export interface BucketStore {
  /** Adds `byMs` if `fullAtMs` is from `fromMs` to `toMs`, both included. Otherwise resolves to the stored time. */
  extend(id: string, byMs: number, fromMs: number, toMs: number): Promise<BucketWrite>;
  /** Sets `fullAtMs` if the stored time is before `beforeMs` or missing. Otherwise resolves to the stored time. */
  restart(id: string, fullAtMs: number, beforeMs: number): Promise<BucketWrite>;
}

export type BucketWrite =
  | { readonly written: true; readonly fullAtMs: number }
  | { readonly written: false; readonly fullAtMs: number | undefined };

/** The result of a request for one token. */
export interface Admission {
  readonly allowed: boolean;
  readonly rate: Rate;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Time until the bucket is full again. */
  readonly resetSeconds: number;
  /** Time until the next token, in whole seconds. 0 if the request is allowed. */
  readonly retryAfterSeconds: number;
}

/** Takes a token. Resolves to `undefined` if the store fails: then the request is allowed. */
export type RateLimiter = (id: string, rate: Rate) => Promise<Admission | undefined>;

/** How many buckets an instance caches. An evicted bucket only causes a wrong guess. */
const CACHE_SIZE = 10_000;

interface CachedBucket {
  readonly fullAtMs: number;
  /** Tokens that were granted without a write. The next write takes them from the bucket. */
  readonly owed: number;
}

/**
 * A DynamoDB update cannot compute "the later of now and the stored time". Each check therefore guesses from the last
 * state that this instance saw whether the bucket is full. If the guess is wrong, the write fails and returns the stored
 * time. The check then decides by that time without a second write, and the next check writes the owed token.
 */
export function createRateLimiter(store: BucketStore, now: () => number, log: Log): RateLimiter {
  const cache = new LRUCache<string, CachedBucket>({ max: CACHE_SIZE });

  return async (id, rate) => {
    const nowMs = now();
    const { fullAtMs, owed } = cache.get(id) ?? { fullAtMs: 0, owed: 0 };
    const tokenMs = 1000 / rate.perSecond;
    const costMs = tokenMs * (1 + owed);
    /** A token is available if the bucket is full again within this time after the token is taken. */
    const depthMs = tokenMs * rate.burst;
    try {
      const write =
        fullAtMs > nowMs
          ? await store.extend(id, costMs, nowMs, nowMs + depthMs - costMs)
          : await store.restart(id, nowMs + costMs, nowMs);
      if (write.written) {
        cache.set(id, { fullAtMs: write.fullAtMs, owed: 0 });
        return admission(rate, true, write.fullAtMs - nowMs);
      }
      const actualMs = Math.max(write.fullAtMs ?? nowMs, nowMs) + tokenMs * owed;
      const allowed = actualMs <= nowMs + depthMs - tokenMs;
      cache.set(id, { fullAtMs: write.fullAtMs ?? nowMs, owed: allowed ? owed + 1 : owed });
      return admission(rate, allowed, actualMs - nowMs + (allowed ? tokenMs : 0));
    } catch (error) {
      log.error("The limits table failed. The request was allowed without a rate limit.", {
        error,
        event: LIMITER_FAILED,
      });
      return undefined;
    }
  };
}

function admission(rate: Rate, allowed: boolean, untilFullMs: number): Admission {
  const tokenMs = 1000 / rate.perSecond;
  const leftMs = Math.max(0, tokenMs * rate.burst - untilFullMs);
  return {
    allowed,
    rate,
    remaining: allowed ? Math.floor(leftMs / tokenMs + 1e-9) : 0,
    resetSeconds: Math.ceil(untilFullMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((tokenMs - leftMs) / 1000)),
  };
}
