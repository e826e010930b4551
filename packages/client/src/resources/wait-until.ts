import { ApiError } from "../errors/api-error.js";
import { WaitTimeoutError } from "../errors/wait-timeout-error.js";
import type { CallOptions, WaitOptions } from "../options.js";
import type { Caller } from "../transport/caller.js";
import { pause } from "../transport/pause.js";
import type { Query, ResponseBody } from "../types.js";

/** The longest wait of one request, and the pause before another one that the service asks for by default. */
const REQUEST_SECONDS = 60;
const DEFAULT_WAIT_SECONDS = 600;
const DEFAULT_PAUSE_MS = 1_000;

/** Something that is waited for. */
interface Waited<T> {
  readonly id: string;
  /** Waits on the service, for at most this number of seconds. */
  readonly ask: (seconds: number, options: CallOptions) => Promise<T>;
  readonly hasEnded: (state: T) => boolean;
  readonly onState?: ((state: T) => void) | undefined;
  /** The longest wait of one request. */
  readonly askSeconds?: number | undefined;
}

/** Returns a function that waits on the service by calling a route with `timeout`. */
export function asking<Name extends "GET /renders/{id}/wait" | "GET /renders/batches/{id}/wait">(
  caller: Caller,
  name: Name,
  id: string,
) {
  return (timeout: number, options: CallOptions): Promise<ResponseBody<Name>> =>
    caller.json(name, { id, query: { timeout } as Query<Name>, options, waitSeconds: timeout });
}

/** Returns whether a render or a batch has ended. */
export function hasEnded({ status }: { readonly status: string }): boolean {
  return status !== "queued";
}

/**
 * Waits until something has ended. Too many waits at the same time (429) only delay the end.
 *
 * @throws WaitTimeoutError
 */
export async function waitUntil<T extends { readonly retryAfterMs?: number }>(
  { id, ask, hasEnded, onState, askSeconds = REQUEST_SECONDS }: Waited<T>,
  { maxWaitSeconds = DEFAULT_WAIT_SECONDS, ...options }: WaitOptions,
): Promise<T> {
  const endsAtMs = Date.now() + maxWaitSeconds * 1000;
  for (;;) {
    const leftSeconds = Math.ceil((endsAtMs - Date.now()) / 1000);
    if (leftSeconds <= 0) throw new WaitTimeoutError(id, maxWaitSeconds);
    let pauseMs: number;
    try {
      const state = await ask(Math.min(askSeconds, leftSeconds), options);
      onState?.(state);
      if (hasEnded(state)) return state;
      pauseMs = state.retryAfterMs ?? 0;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      pauseMs = error.retryAfterMs ?? DEFAULT_PAUSE_MS;
    }
    await pause(Math.min(pauseMs, leftSeconds * 1000), options.signal);
  }
}
