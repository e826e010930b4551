/** Log entries that an alarm looks for, by the value of their `event`. */

/** The limits table failed, and a request passed unlimited or a preview uncounted. */
export const LIMITER_FAILED = "rate-limiter-failed";
