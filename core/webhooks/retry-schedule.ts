/** Computes when a failed delivery is attempted again. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The longest time that a receiver can ask for with `Retry-After`. */
export const MAX_RETRY_AFTER_MS = 12 * HOUR;
/** The longest delay of an SQS message. */
export const MAX_MESSAGE_DELAY_MS = 15 * MINUTE;
/** If an attempt was not made within this time after its message was due, the sweeper enqueues it again. */
export const MESSAGE_GRACE_MS = 5 * MINUTE;
/** Deliveries that failed together are spread over a fifth of the delay, so that they are not all repeated at once. */
const JITTER = 0.2;

export interface RetryTerms {
  /** The number of attempts in this round, including the failed one. */
  readonly tries: number;
  /** The delays in seconds: `RETRY_SECONDS` of the contract, or a shorter schedule for tests of receivers. */
  readonly schedule: readonly number[];
  /** The delay that the receiver asked for. */
  readonly retryAfterMs?: number | undefined;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** Resolves to `undefined` if there are no more attempts. `Retry-After` can delay an attempt, but not add one. */
export function retryDelayMs({ tries, schedule, retryAfterMs = 0, random }: RetryTerms): number | undefined {
  const seconds = schedule[tries - 1];
  if (seconds === undefined) return undefined;
  const planned = seconds * SECOND * (1 + JITTER * random());
  return Math.round(Math.max(planned, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}

const FIRST_DEFERRAL_MS = 2 * SECOND;

/**
 * Returns how long a message waits if its workspace has no free slot. The wait doubles each time, so that a long
 * backlog of a slow receiver costs few receives. Half of the wait is random, so that the backlog does not come back all
 * at once.
 */
export function deferralMs(deferrals: number, random: () => number): number {
  const longest = Math.min(FIRST_DEFERRAL_MS * 2 ** deferrals, MAX_MESSAGE_DELAY_MS);
  return Math.round(longest * (0.5 + 0.5 * random()));
}

/**
 * Returns the delay that a `Retry-After` header asks for, in seconds or as an HTTP date. Returns `undefined` for any
 * other text.
 */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
