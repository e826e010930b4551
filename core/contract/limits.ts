/** The service's fixed limits; each is stated here once and nowhere else. */

/** The largest request body. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** What one job's `layers` and `variables` hold at most once its data URIs have been lifted out. */
export const MAX_INPUT_BYTES = 32 * 1024;
/** How often a job is tried before it fails. */
export const MAX_ATTEMPTS = 3;
/**
 * The longest URL of a signed image. S3 refuses requests with more than 8,192 bytes of headers, and the query travels to
 * the origins in one of them.
 */
export const MAX_SIGNED_URL_BYTES = 4_096;
