/**
 * Token buckets that all instances of a function share. A check costs one conditional write. It costs a second one only
 * if the instance guesses wrong and the tokens are available.
 */
import { LRUCache } from "lru-cache";
import { LIMITER_FAILED } from "../deployment/log-events.js";
import type { Rate } from "../contract/rate-limits.js";
import type { Log } from "../shared/log.js";

/**
 * A bucket is stored as one time, `fullAtMs`: the time when the bucket is full again. Each taken token moves the time
 * forward. If the time is in the past, the bucket is full.
 */
export interface BucketStore {
  /** Adds `byMs` if `fullAtMs` is between `fromMs` and `toMs`, inclusive. Otherwise resolves to the stored time. */
  extend(id: string, byMs: number, fromMs: number, toMs: number): Promise<BucketWrite>;
  /** Sets `fullAtMs` if the stored time is before `beforeMs` or missing. Otherwise resolves to the stored time. */
  restart(id: string, fullAtMs: number, beforeMs: number): Promise<BucketWrite>;
}

export type BucketWrite =
  | { readonly written: true; readonly fullAtMs: number }
  | { readonly written: false; readonly fullAtMs: number | undefined };

/** The result of a request for tokens. */
export interface Admission {
  readonly allowed: boolean;
  readonly rate: Rate;
  /** The number of whole tokens that are left. */
  readonly remaining: number;
  /** Time until the bucket is full again. */
  readonly resetSeconds: number;
  /** Time until the request can succeed, in whole seconds. 0 if it is allowed. */
  readonly retryAfterSeconds: number;
}

/** The tokens that one request takes. */
export interface Tokens {
  readonly count: number;
  /**
   * The number of tokens that the same request has already taken. If it is refused and repeated, it takes them again.
   */
  readonly takenBefore: number;
}

const ONE_TOKEN: Tokens = { count: 1, takenBefore: 0 };

/**
 * Takes tokens, one if `tokens` is missing. A bucket with half of the burst is enough for any request, so that no
 * request is impossible. Afterwards, the bucket can be in debt: it allows nothing until it has a token again. If the
 * store fails, the limiter resolves to `undefined` and the request is allowed.
 */
export type RateLimiter = (id: string, rate: Rate, tokens?: Tokens) => Promise<Admission | undefined>;

/** The number of buckets whose times an instance caches. If a time is evicted, the only effect is a wrong guess. */
const CACHE_SIZE = 10_000;

/**
 * A DynamoDB item accepts 1,000 writes per second, and rejected requests are writes too. A higher rate is spread over
 * several buckets. At this rate per bucket, three of four requests can be rejected before writes are throttled.
 */
const BUCKET_RATE = 250;
/**
 * The number of writes that a check tries. Each write after the second means that another instance restarted the
 * bucket.
 */
const MAX_WRITES = 4;

/**
 * A DynamoDB update cannot compute "the later of now and the stored time". Each check therefore guesses whether the
 * bucket is full, from the last state that this instance saw. If the guess is wrong, the write fails and returns the
 * stored time. If that time leaves no token, the request is rejected without another write. Otherwise the write is
 * repeated, so that each token is taken from the bucket. If instances granted tokens without a write, N instances would
 * allow up to N bursts.
 */
export function createRateLimiter(store: BucketStore, now: () => number, log: Log): RateLimiter {
  const cache = new LRUCache<string, number>({ max: CACHE_SIZE });

  return async (id, rate, tokens = ONE_TOKEN) => {
    const buckets = bucketsOf(rate);
    const bucketId = buckets === 1 ? id : `${id}#${Math.floor(Math.random() * buckets)}`;
    const share = { perSecond: rate.perSecond / buckets, burst: Math.max(1, rate.burst / buckets) };
    try {
      const { allowed, untilFullMs } = await takeTokens(store, cache, { id: bucketId, rate: share, tokens }, now());
      return admission(rate, share, tokens, allowed, untilFullMs);
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

interface TokenRequest {
  readonly id: string;
  readonly rate: Rate;
  readonly tokens: Tokens;
}

async function takeTokens(
  store: BucketStore,
  cache: LRUCache<string, number>,
  { id, rate, tokens }: TokenRequest,
  nowMs: number,
): Promise<{ allowed: boolean; untilFullMs: number }> {
  const tokenMs = 1000 / rate.perSecond;
  const takenMs = tokenMs * tokens.count;
  /** The tokens are available if the bucket, before they are taken, needs at most this time to be full again. */
  const longestMs = tokenMs * (rate.burst - neededOf(rate, tokens) + tokens.takenBefore);
  for (let writes = 1; ; writes += 1) {
    const write =
      (cache.get(id) ?? 0) >= nowMs
        ? await store.extend(id, takenMs, nowMs, nowMs + longestMs)
        : await store.restart(id, nowMs + takenMs, nowMs);
    cache.set(id, write.fullAtMs ?? 0);
    if (write.written) return { allowed: true, untilFullMs: write.fullAtMs - nowMs };
    const untilFullMs = Math.max(0, (write.fullAtMs ?? 0) - nowMs);
    const allowed = untilFullMs <= longestMs;
    if (!allowed || writes === MAX_WRITES) return { allowed, untilFullMs: untilFullMs + (allowed ? takenMs : 0) };
  }
}

/**
 * Returns how many tokens a bucket must have for the whole request. If a list of items needed a full bucket, two such
 * requests at the same time would block each other, even if both were retried.
 */
function neededOf({ burst }: Rate, { count, takenBefore }: Tokens): number {
  return Math.min(count + takenBefore, Math.max(burst / 2, takenBefore, 1));
}

function admission(rate: Rate, share: Rate, tokens: Tokens, allowed: boolean, untilFullMs: number): Admission {
  const tokenMs = 1000 / share.perSecond;
  /** Negative if the bucket is in debt. */
  const leftMs = tokenMs * share.burst - untilFullMs;
  // Estimated from one bucket, if there are several.
  const buckets = rate.perSecond / share.perSecond;
  const missingMs = tokenMs * neededOf(share, tokens) - leftMs;
  return {
    allowed,
    rate,
    remaining: allowed ? Math.floor((Math.max(0, leftMs) / tokenMs) * buckets + 1e-9) : 0,
    resetSeconds: Math.ceil(untilFullMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(missingMs / 1000)),
  };
}
