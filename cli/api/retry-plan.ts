/** Decides whether and when to send a refused request again. */

/** The maximum number of requests, including the first one. */
const MAX_TRIES = 6;
/** The maximum sum of the pauses of one request. */
const MAX_WAIT_MS = 30_000;

/** A response that refuses a request. */
export interface Refusal {
  /** Whether the request is a read, or a write with an idempotency key. */
  readonly isRepeatable: boolean;
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter: string | null;
}

/** The retries of one request. */
export class RetryPlan {
  #tries = 1;
  #waitedMs = 0;

  /** Returns the pause before the next try in milliseconds. Returns undefined if there is no next try. */
  next(refusal: Refusal): number | undefined {
    if (this.#tries >= MAX_TRIES || !isRetryable(refusal)) return undefined;
    const waitMs = waitOf(refusal.retryAfter) ?? 500 * 2 ** (this.#tries - 1);
    if (this.#waitedMs + waitMs > MAX_WAIT_MS) return undefined;
    this.#tries += 1;
    this.#waitedMs += waitMs;
    return waitMs;
  }
}

/**
 * Returns whether to retry a request. A repeatable request can be retried after every transient error. A write
 * without an idempotency key can only be retried if the service itself sent `Retry-After`, because then the service did
 * nothing. A gateway that times out also returns 503, but without this header.
 */
function isRetryable({ isRepeatable, status, retryAfter }: Refusal): boolean {
  if (status === 429) return true;
  if (isRepeatable) return status === 502 || status === 503 || status === 504;
  return status === 503 && waitOf(retryAfter) !== undefined;
}

/** Returns `Retry-After` in milliseconds. The contract only uses seconds, so a date counts as a missing header. */
function waitOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}
