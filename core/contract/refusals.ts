/** The reasons for which the service refuses a request, as metrics and the page for operators count them. */
import type { ErrorCode } from "./errors.js";

/**
 * - `key`: the key, session or signature is missing, is not valid, or does not allow the request.
 * - `credits`: the month's credits are used up.
 * - `limit`: there are too many requests.
 * - `content`: the request is malformed, too large or not valid.
 */
export const REFUSAL_REASONS = ["key", "credits", "limit", "content"] as const;
export type Refusal = (typeof REFUSAL_REASONS)[number];

/** The reason by error code. Other errors do not refuse a request: its object is missing, or the service failed. */
export const REFUSALS: Readonly<Partial<Record<ErrorCode, Refusal>>> = {
  UNAUTHORIZED: "key",
  FORBIDDEN: "key",
  PAYMENT_REQUIRED: "credits",
  RATE_LIMITED: "limit",
  BAD_REQUEST: "content",
  PAYLOAD_TOO_LARGE: "content",
  VALIDATION_ERROR: "content",
  DUPLICATE_LAYER_NAMES: "content",
};
