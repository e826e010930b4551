import { ApiError } from "../errors/api-error.js";
import { ConnectionError } from "../errors/connection-error.js";
import type { RetrySettings } from "../options.js";

/** A request that failed. */
export interface Failure {
  readonly error: Error;
  /** Whether the request can be repeated although it may have been executed. */
  readonly isRepeatable: boolean;
  /** The number of tries so far. */
  readonly attempt: number;
  /** The tries that got no response. */
  readonly unanswered: number;
  /** The sum of the earlier pauses. */
  readonly waitedMs: number;
}

/** Returns the pause before the next try in milliseconds, or undefined if there is none. */
export function retryPause(
  { max, maxUnanswered, maxWaitMs, baseMs }: RetrySettings,
  failure: Failure,
): number | undefined {
  const { error, isRepeatable, attempt, unanswered, waitedMs } = failure;
  if (attempt > max || unanswered > maxUnanswered) return undefined;
  const { status = 0, retryAfterMs: asked } = error instanceof ApiError ? error : ({} as Partial<ApiError>);
  // The service refused the request for its rate, or said when to send it again: it did nothing. A gateway that times out
  // also returns 503, but without `Retry-After`.
  const isUndone = status === 429 || (status === 503 && asked !== undefined);
  // The next try can succeed: the service failed, or there was no response.
  const isTransient = status >= 500 || error instanceof ConnectionError;
  if (!isUndone && !(isRepeatable && isTransient)) return undefined;
  const backoffMs = baseMs * 2 ** (attempt - 1);
  // Random, so that clients that failed together do not return together. Never earlier than the service asks for.
  const pauseMs = asked === undefined ? backoffMs * (0.5 + Math.random() / 2) : asked + Math.random() * baseMs;
  return waitedMs + pauseMs > maxWaitMs ? undefined : pauseMs;
}
