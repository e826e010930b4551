/** The service's fixed limits; each is stated here once and nowhere else. */

/** The largest request body. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** What one job's `layers` and `variables` hold at most once its data URIs have been lifted out. */
export const MAX_INPUT_BYTES = 32 * 1024;
/** How often a job is tried before it fails. */
export const MAX_ATTEMPTS = 3;
