/** The schedule of webhooks. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The delays after the first, second … failed attempt, in seconds, before jitter. After the last one, the delivery has
 * failed. Together with their jitter, they cover more than a day.
 */
export const RETRY_SECONDS: readonly number[] = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 11 * HOUR];
