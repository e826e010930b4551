/** Log entries that an alarm looks for, by the value of their `event`. */

/** The rate limiter's table failed and a request passed unlimited. */
export const LIMITER_FAILED = "rate-limiter-failed";
