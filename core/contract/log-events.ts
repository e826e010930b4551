/** Values of `event` in log entries that an alarm counts. */

/** The limits table failed. A request passed without a limit, or a preview was not counted. */
export const LIMITER_FAILED = "rate-limiter-failed";
