/** Values of `event` in log entries that an alarm counts. */

/** The limits table failed. A request passed without a limit, or a preview was not counted. */
export const LIMITER_FAILED = "rate-limiter-failed";

/** A job ended as failed because its attempts were used up, not because of its content. */
export const ATTEMPTS_EXHAUSTED = "job-attempts-exhausted";

/** The sweeper repaired jobs. `repaired` is their number. */
export const SWEEPER_REPAIRED = "sweeper-repaired";

/** All attempts at a webhook failed, and its message is in the dead-letter queue. */
export const WEBHOOK_DEAD_LETTERED = "webhook-dead-lettered";
