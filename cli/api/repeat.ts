/** When a refused request is made again, and after how long. */

/** Requests in all, the first counted. */
const MAX_TRIES = 6;
/** How long one request's waits may be together. */
const MAX_WAIT_MS = 30_000;

/** One answer that may be worth another try. */
export interface Refusal {
  readonly method: string;
  readonly status: number;
  /** The header. */
  readonly retryAfter: string | null;
}

/** How long to wait before the next try, in milliseconds; undefined for none. One object serves one request. */
export class RepeatPlan {
  private tries = 1;
  private waitedMs = 0;

  next(refusal: Refusal): number | undefined {
    if (this.tries >= MAX_TRIES || !isRepeatable(refusal)) return undefined;
    const waitMs = askedWaitMs(refusal.retryAfter) ?? 500 * 2 ** (this.tries - 1);
    if (this.waitedMs + waitMs > MAX_WAIT_MS) return undefined;
    this.tries += 1;
    this.waitedMs += waitMs;
    return waitMs;
  }
}

/**
 * What only reads may be asked twice. What changes something may not, unless the service itself says when to come again:
 * then it did nothing. A gateway that has lost patience answers 503, too, without saying so.
 */
function isRepeatable({ method, status, retryAfter }: Refusal): boolean {
  if (status === 429) return true;
  if (method === "GET") return status === 502 || status === 503 || status === 504;
  return status === 503 && askedWaitMs(retryAfter) !== undefined;
}

/** `Retry-After` in seconds, as the contract has it; its other form, a date, counts as none. */
function askedWaitMs(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}
