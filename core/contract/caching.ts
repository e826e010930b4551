/** How long responses may be cached, and how long a viewer waits for a picture. */

/** For a response that only its caller may see: a browser asks each time whether its copy is current. */
export const PRIVATE_CACHE_CONTROL = "private, no-cache";

/** For a private response that never changes, such as the thumbnail of a template version. */
export const PRIVATE_FOREVER_CACHE_CONTROL = "private, max-age=31536000, immutable";
/** For a private response that can soon improve: a thumbnail without one of its images. */
export const PRIVATE_SHORT_CACHE_CONTROL = "private, max-age=300";

const DAY_SECONDS = 24 * 60 * 60;

/** A signed image never changes. */
export const SIGNED_IMAGE_CACHE_SECONDS = 365 * DAY_SECONDS;
/** The picture of a job. Copies in CloudFront must disappear within a day after the picture is archived. */
export const ASSET_CACHE_SECONDS = DAY_SECONDS;
/** The OpenAPI document. */
export const DOCUMENT_CACHE_SECONDS = 5 * 60;

/** A web page. It refers to its files by their hashes, so a new page must soon replace an old one. */
export const PAGE_CACHE_SECONDS = 60;
/** A file of a web page. Its name contains a hash of its content. */
export const PAGE_FILE_CACHE_SECONDS = 365 * DAY_SECONDS;

/** Another file of the site, such as `robots.txt`. Its name stays the same when its content changes. */
export const PLAIN_FILE_CACHE_SECONDS = 60 * 60;

/** How long a view of a signed image waits for the picture before the response is 503. Link crawlers do not retry. */
export const VIEW_WAIT_SECONDS = 5;
/** The `Retry-After` of a response whose cause should pass within moments. */
export const RETRY_AFTER_SECONDS = 1;

/** How long a function may cache an API key or a session. A revoked key can still work for this long. */
export const CREDENTIAL_CACHE_SECONDS = 5;
