/**
 * The fixed limits of requests, workspaces and pictures. Every other file takes them from here. The limits of a
 * template document are next to its schema, in the engine's `document/`.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

const MEGABYTE = 1024 * 1024;

/** The largest request body. */
export const MAX_BODY_BYTES = 5 * MEGABYTE;
/** The largest `layers` and `variables` of one job, not counting the images in them that are data URIs. */
export const MAX_INPUT_BYTES = 32 * 1024;
/** Attempts at a job before it fails. */
export const MAX_ATTEMPTS = 3;
/**
 * Attempts at a job whose renderer ended without reporting, for example because the whole function crashed. A picture
 * that causes a crash would cause it in each attempt.
 */
export const MAX_UNREPORTED_ATTEMPTS = 2;
/** How often a job is enqueued again if its message was dead-lettered before any renderer claimed the job. */
export const MAX_REQUEUES = 3;
/** Jobs in one batch, and URLs of one mint request. */
export const MAX_BATCH_SIZE = 50;
/** The longest time that making the download of a batch can take. The limit of Lambda is the same. */
export const MAX_BATCH_DOWNLOAD_SECONDS = 15 * 60;
/** The download of a batch is deleted after this time. It can be created again as long as the pictures are stored. */
export const BATCH_DOWNLOADS_KEPT_DAYS = 7;
/**
 * The highest template version, and the largest `offset` of a list: the largest integer that every common client
 * supports.
 */
export const MAX_INTEGER = 2_147_483_647;
/** The largest template document as JSON text, data URIs included. */
export const MAX_DOCUMENT_BYTES = 4 * MEGABYTE;
/** How many templates a list covers: those that were updated last. */
export const MAX_LISTED_TEMPLATES = 20_000;
/** How many jobs one page of a list examines. A filter can leave out most of them. */
export const MAX_EXAMINED_JOBS = 1_000;
/** How many batches one page of a list examines. A filter can leave out most of them. */
export const MAX_EXAMINED_BATCHES = 1_000;
/** How many versions of a template a list covers: the newest ones. Older versions still exist. */
export const MAX_LISTED_VERSIONS = 500;
/** The longest time that a preview or a function behind the HTTP API can run. The limit of the HTTP API is 30 s. */
export const FUNCTION_TIMEOUT_MS = 29_000;
/** How many previews, and how many dry runs, a workspace can run at the same time. */
export const CONCURRENT_PREVIEWS = 4;
export const CONCURRENT_DRY_RUNS = 4;
/**
 * The default limits for purges of signed images. The daily one is for a workspace in a UTC day, and a plan can set
 * another. The monthly one is for all workspaces in a UTC month, and the settings can set another. A purge invalidates
 * two paths, and CloudFront bills $0.005 for each path after 1,000 in a month.
 */
export const PURGES_PER_DAY = 100;
export const PURGES_PER_MONTH = 1_000;
/** How many signed images per workspace and UTC day are rendered again without a debit because their file is gone. */
export const MAX_FREE_RENDERS_PER_DAY = 5_000;
/** API keys of a workspace. */
export const MAX_KEYS = 50;
/** Webhook endpoints of a workspace. Each of them can receive every event. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
/** Limits of one attempt at a webhook. The log keeps this much of the response. */
export const WEBHOOK_LIMITS = { timeoutMs: 15_000, maxBytes: 1_024 } as const;
/** How long the log keeps a delivery after its last attempt. */
export const DELIVERY_LOG_DAYS = 30;
/** How long the previous secret continues to sign after a rotation. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;
/** An endpoint that fails for this long without a success is switched off. */
export const ENDPOINT_FAILURE_MS = 5 * 24 * 60 * 60 * 1000;
/** How many deliveries one recovery request sends again. */
export const MAX_RECOVERED_DELIVERIES = 500;
/** Projects of a workspace. */
export const MAX_PROJECTS = 500;
/** The largest image file, whether it is uploaded or fetched from a remote server. */
export const MAX_IMAGE_BYTES = 20 * MEGABYTE;
/** The largest upload of each kind. */
export const MAX_UPLOAD_BYTES = { image: MAX_IMAGE_BYTES, font: 10 * MEGABYTE } as const;
/** Limits of one remote image of a render. Several images are fetched at the same time. */
export const REMOTE_IMAGE_LIMITS = { timeoutMs: 10_000, maxBytes: MAX_IMAGE_BYTES } as const;
/** The total time for all remote images of a render. Images that arrive later are replaced, like unavailable ones. */
export const RENDER_IMAGES_MS = 25_000;
/** Limits of one remote image of a preview. They are lower because the caller waits. */
export const PREVIEW_IMAGE_LIMITS = { timeoutMs: 5_000, maxBytes: MAX_IMAGE_BYTES } as const;
/** The total time for all remote images of a preview. */
export const PREVIEW_IMAGES_MS = 15_000;
/** The time for an upload, from the response that announces it to the last byte of the file. */
export const UPLOAD_TIME_SECONDS = 15 * 60;
/** The longest side of a thumbnail. */
export const THUMBNAIL_SIDE_PX = 480;
/** How many thumbnails a workspace can draw at the same time. Further ones wait this long for their turn. */
export const CONCURRENT_THUMBNAILS = 4;
export const THUMBNAIL_WAIT_MS = 8_000;
/** A thumbnail is deleted after this time, and drawn again for its next viewer. */
export const THUMBNAILS_KEPT_DAYS = 90;
/** The largest preview, at its scale. */
export const MAX_PREVIEW_PIXELS = 2_000_000;
/**
 * The processor time of previews of a workspace in a UTC day, for plans that do not set it: the work of eight hours in
 * editors. It costs $0.21 (decision 132).
 */
export const PREVIEW_SECONDS_PER_DAY = 7_200;
/** How long the first response to an Idempotency-Key is repeated. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;
/** The lifetime of a session. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
/** The time in which a sign-in link must be used. */
export const SESSION_LINK_MS = 5 * 60 * 1000;
/**
 * The longest URL of a signed image, counted without the base URL. S3 refuses requests with more than 8,192 bytes of
 * headers, and one header carries the query to the origins.
 */
export const MAX_SIGNED_URL_BYTES = 4_096;
/** The lifetime of a signed image URL in seconds. The maximum is ten years of 365 days. */
export const SIGNED_URL_SECONDS = { min: 60, max: 315_360_000 } as const;

/** How long one mint request may lay out texts to find warnings. Later items of its list are not checked. */
export const MINT_WARNINGS_MS = 5_000;

/**
 * How long the dry run of a batch may lay out texts to find warnings. Later rows are checked, but not laid out. The
 * rest of `FUNCTION_TIMEOUT_MS` is for the checks and for the row that is laid out last.
 */
export const BATCH_WARNINGS_MS = 12_000;
