/** The queries of requests that wait for the end of a job, and how long each of them may take. */
import * as z from "zod";

/** The `timeout` of GET /renders/{id}/wait in seconds. */
export const WAIT_SECONDS = { min: 1, max: 60, default: 30 } as const;
/** The `wait` of POST /render in seconds. */
export const CREATE_WAIT_SECONDS = { min: 1, max: 120 } as const;
/** After this time, an event stream ends. The client connects again. */
export const EVENT_STREAM_SECONDS = 5 * 60;
/**
 * An event stream without events sends a comment at this interval, so that nothing in between closes the connection.
 */
export const HEARTBEAT_SECONDS = 15;
/** `retryAfterMs` of a response whose wait ended before the job: the client waits again. */
export const WAIT_AGAIN_MS = 250;
/** `retry` of an event stream: after this time, a browser connects again. */
export const RECONNECT_MS = 2_000;

/**
 * How long CloudFront waits for the next byte of an origin. A value above the minimum needs a higher quota of the
 * account ("Response timeout per origin").
 */
export const ORIGIN_TIMEOUT_SECONDS = { min: 120, max: 180 } as const;
/** The part of the origin timeout that is left for the response itself. */
const ORIGIN_MARGIN_SECONDS = 5;

export const waitQuerySchema = z.object({
  timeout: z.coerce
    .number()
    .int()
    .min(WAIT_SECONDS.min)
    .max(WAIT_SECONDS.max)
    .default(WAIT_SECONDS.default)
    .describe("The longest wait in seconds. If the job has not ended then, the response is 202 with `retryAfterMs`."),
});

export const createRenderQuerySchema = z.object({
  wait: z.coerce
    .number()
    .int()
    .min(CREATE_WAIT_SECONDS.min)
    .max(CREATE_WAIT_SECONDS.max)
    .optional()
    .describe("Waits up to this number of seconds for the end of the job. Default: the response comes at once."),
});

/**
 * Returns how long a request with `wait` may take: as long as the caller asks for, but no longer than the origin
 * timeout leaves (115 s of 120 s).
 *
 * @param originTimeoutSeconds the setting of the stack
 */
export function createWaitMs(waitSeconds: number, originTimeoutSeconds: number): number {
  return Math.min(waitSeconds, originTimeoutSeconds - ORIGIN_MARGIN_SECONDS) * 1000;
}
