/** The service's fixed limits; each is stated here once and nowhere else. */

/** The largest request body. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** What one job's `layers` and `variables` hold at most once its data URIs have been lifted out. */
export const MAX_INPUT_BYTES = 32 * 1024;
/** How often a job is tried before it fails. */
export const MAX_ATTEMPTS = 3;
/** Jobs of one batch, and of one mint call. */
export const MAX_BATCH_SIZE = 50;
/** A template document as JSON text, the data URIs in it included. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;
/** A list of templates covers this many, the last updated ones. */
export const MAX_LISTED_TEMPLATES = 20_000;
/** Versions of a template that are listed; older ones are still there. */
export const MAX_LISTED_VERSIONS = 500;
/** API keys of a workspace. */
export const MAX_KEYS = 50;
/** Projects of a workspace. */
export const MAX_PROJECTS = 500;
/** Files that a workspace uploads. */
export const MAX_UPLOAD_BYTES = { image: 20 * 1024 * 1024, font: 10 * 1024 * 1024 } as const;
/** How long an uploader has, from the answer to the last byte. */
export const UPLOAD_TIME_SECONDS = 15 * 60;
/** What a preview shows at most. */
export const MAX_PREVIEW_PIXELS = 2_000_000;
/** How long the first answer to an Idempotency-Key is given again. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;
export const SESSION_MS = 12 * 60 * 60 * 1000;
/** Polling of one job's state: a token bucket for each key, whatever its plan. */
export const STATUS_RATE = { perSecond: 2, burst: 20 } as const;
/**
 * The longest URL of a signed image. S3 refuses requests with more than 8,192 bytes of headers, and the query travels to
 * the origins in one of them.
 */
export const MAX_SIGNED_URL_BYTES = 4_096;
/** How long a signed URL lives, in seconds: at least, and at most, which is ten years of 365 days. */
export const SIGNED_URL_SECONDS = { min: 60, max: 315_360_000 } as const;
