/** Token buckets that every instance of a function shares, at one conditional write a check. */
import { LIMITER_FAILED } from "../contract/log-events.js";
import type { Rate } from "../contract/plans.js";
import type { Log } from "../renders/ports.js";

/**
 * A bucket is stored as one moment: when it will be full again. Taking tokens moves the moment on; a moment in the past
 * is a full bucket.
 */
export interface BucketStore {
  /** Moves the moment on by `byMs` if it lies from `fromMs` to `toMs`. Resolves to it as it was when it does not. */
  extend(id: string, byMs: number, fromMs: number, toMs: number): Promise<BucketWrite>;
  /** Sets the moment if it lies before `beforeMs` or was never set. Resolves to it as it was when it does not. */
  restart(id: string, fullAtMs: number, beforeMs: number): Promise<BucketWrite>;
}

export type BucketWrite =
  | { readonly written: true; readonly fullAtMs: number }
  | { readonly written: false; readonly fullAtMs: number | undefined };

/** What became of a request for one token. */
export interface Admission {
  readonly allowed: boolean;
  readonly rate: Rate;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Until the bucket is full again. */
  readonly resetSeconds: number;
  /** Until the next token, in whole seconds; 0 when the request is allowed. */
  readonly retryAfterSeconds: number;
}

/** Takes a token; `undefined` when the store failed, and the request passes. */
export type RateLimiter = (id: string, rate: Rate) => Promise<Admission | undefined>;

/** Buckets whose last known state is remembered; a forgotten one costs nothing but a wrong guess. */
const REMEMBERED = 10_000;

interface Remembered {
  fullAtMs: number;
  /** Tokens that were granted without a write of their own, charged with the next. */
  owed: number;
}

/**
 * An update can't say "the later of now and the stored moment", so each check guesses which of the two it will be, from
 * what this instance last saw. A wrong guess is told by the refused write, which also tells the truth: the request is
 * then decided by it without a second write, and its token is charged with the next check.
 */
export function createRateLimiter(store: BucketStore, now: () => number, log: Log): RateLimiter {
  const known = new Map<string, Remembered>();

  function remember(id: string, state: Remembered): void {
    known.delete(id);
    known.set(id, state);
    const oldest = known.keys().next();
    if (known.size > REMEMBERED && !oldest.done) known.delete(oldest.value);
  }

  return async (id, rate) => {
    const nowMs = now();
    const { fullAtMs, owed } = known.get(id) ?? { fullAtMs: 0, owed: 0 };
    const tokenMs = 1000 / rate.perSecond;
    const costMs = tokenMs * (1 + owed);
    /** The bucket holds a token as long as it is full again within this time after one was taken. */
    const depthMs = tokenMs * rate.burst;
    try {
      const write =
        fullAtMs > nowMs
          ? await store.extend(id, costMs, nowMs, nowMs + depthMs - costMs)
          : await store.restart(id, nowMs + costMs, nowMs);
      if (write.written) {
        remember(id, { fullAtMs: write.fullAtMs, owed: 0 });
        return admission(rate, true, write.fullAtMs - nowMs);
      }
      const actualMs = Math.max(write.fullAtMs ?? nowMs, nowMs) + tokenMs * owed;
      const allowed = actualMs <= nowMs + depthMs - tokenMs;
      remember(id, { fullAtMs: write.fullAtMs ?? nowMs, owed: allowed ? owed + 1 : owed });
      return admission(rate, allowed, actualMs - nowMs + (allowed ? tokenMs : 0));
    } catch (error) {
      log.error("The rate limiter's table failed; the request passes.", { error, event: LIMITER_FAILED });
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
