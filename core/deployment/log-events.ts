/** Values of `event` in log entries that metrics count. */

/** The limits table failed. A request passed without a limit, or a preview was not counted. */
export const LIMITER_FAILED = "rate-limiter-failed";

/** A job ended as failed because its attempts were used up, not because of its content. */
export const ATTEMPTS_EXHAUSTED = "job-attempts-exhausted";

/** The sweeper repaired jobs. `repaired` is their number. */
export const SWEEPER_REPAIRED = "sweeper-repaired";

/** All attempts at a webhook failed, and its message is in the dead-letter queue. */
export const WEBHOOK_DEAD_LETTERED = "webhook-dead-lettered";

/** A job has ended. `status`, `credits`, and for a picture the times of `stages` in milliseconds. */
export const JOB_ENDED = "job-ended";

/** One attempt at a delivery. `delivered` is 1 if the receiver accepted it, and 0 otherwise. */
export const WEBHOOK_ATTEMPTED = "webhook-attempted";

/** One request to an HTTP function. `refusal` is the reason of a response that refuses it. */
export const REQUEST = "request";

/** A function has started in another process. The first request of the process waited for it. */
export const FUNCTION_STARTED = "function-started";
