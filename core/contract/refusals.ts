/** The reasons for which the service refuses a request, as metrics and the page for operators count them. */
/**
 * - `key`: the key, session or signature is missing, is not valid, or does not allow the request.
 * - `credits`: the month's credits are used up.
 * - `limit`: there are too many requests.
 * - `content`: the request is malformed, too large or not valid.
 */
export const REFUSAL_REASONS = ["key", "credits", "limit", "content"] as const;
export type Refusal = (typeof REFUSAL_REASONS)[number];
