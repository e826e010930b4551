/**
 * Token buckets that all instances of a function share. A check costs one conditional write. It costs a second one only if
 * the instance guesses wrong and a token is left.
 */
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

/** How many times an instance caches. An evicted one only causes a wrong guess. */
const CACHE_SIZE = 10_000;

/**
 * One item takes 1,000 writes a second, and rejected requests are writes too. A faster rate is spread over several
 * buckets. At this rate per bucket, three of four requests can be rejected before writes are throttled.
 */
const BUCKET_RATE = 250;
/** How many writes a check tries. Each repetition after the second means that another instance restarted the bucket. */
const WRITES = 4;

/**
 * A DynamoDB update cannot compute "the later of now and the stored time". Each check therefore guesses from the last
 * state that this instance saw whether the bucket is full. If the guess is wrong, the write fails and returns the stored
 * time. If that time leaves no token, the request is rejected without another write. Otherwise the write is repeated, so
 * that each token is taken from the bucket: tokens that an instance grants without a write allow up to N bursts with N
 * instances.
 */
export function createRateLimiter(store: BucketStore, now: () => number, log: Log): RateLimiter {
  const cache = new LRUCache<string, number>({ max: CACHE_SIZE });

  return async (id, rate) => {
    const buckets = bucketsOf(rate);
    const bucketId = buckets === 1 ? id : `${id}#${Math.floor(Math.random() * buckets)}`;
    const share = { perSecond: rate.perSecond / buckets, burst: Math.max(1, rate.burst / buckets) };
    try {
      const { allowed, untilFullMs } = await takeToken(store, cache, bucketId, share, now());
      return admission(rate, share, allowed, untilFullMs);
    } catch (error) {
      log.error("The limits table failed. The request was allowed without a rate limit.", {
        error,
        event: LIMITER_FAILED,
      });
      return undefined;
    }
  };
}

/** The number of buckets that share a rate. Each has an equal share of rate and burst. */
export function bucketsOf({ perSecond }: Pick<Rate, "perSecond">): number {
  return Math.max(1, Math.ceil(perSecond / BUCKET_RATE));
}

async function takeToken(
  store: BucketStore,
  cache: LRUCache<string, number>,
  id: string,
  rate: Rate,
  nowMs: number,
): Promise<{ allowed: boolean; untilFullMs: number }> {
  const tokenMs = 1000 / rate.perSecond;
  /** A token is available if the bucket is full again within this time after the token is taken. */
  const depthMs = tokenMs * rate.burst;
  for (let writes = 1; ; writes += 1) {
    const write =
      (cache.get(id) ?? 0) >= nowMs
        ? await store.extend(id, tokenMs, nowMs, nowMs + depthMs - tokenMs)
        : await store.restart(id, nowMs + tokenMs, nowMs);
    cache.set(id, write.fullAtMs ?? 0);
    if (write.written) return { allowed: true, untilFullMs: write.fullAtMs - nowMs };
    const untilFullMs = Math.max(0, (write.fullAtMs ?? 0) - nowMs);
    const allowed = untilFullMs <= depthMs - tokenMs;
    if (!allowed || writes === WRITES) return { allowed, untilFullMs: untilFullMs + (allowed ? tokenMs : 0) };
  }
}

function admission(rate: Rate, share: Rate, allowed: boolean, untilFullMs: number): Admission {
  const tokenMs = 1000 / share.perSecond;
  const leftMs = Math.max(0, tokenMs * share.burst - untilFullMs);
  // Estimated from one bucket, if there are several.
  const buckets = rate.perSecond / share.perSecond;
  return {
    allowed,
    rate,
    remaining: allowed ? Math.floor((leftMs / tokenMs) * buckets + 1e-9) : 0,
    resetSeconds: Math.ceil(untilFullMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((tokenMs - leftMs) / 1000)),
  };
}
