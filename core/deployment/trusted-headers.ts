/**
 * Headers that the edge function uses to pass facts to the origins. The origins trust them, so the edge function
 * removes every header with this prefix from a viewer's request.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */
export const TRUSTED_HEADER_PREFIX = "x-irs-";

export const TRUSTED_HEADERS = {
  /** Proves to an origin that CloudFront sent the request. */
  originSecret: "x-irs-origin-secret",
  /** The base URL of the URLs that the service returns. */
  baseUrl: "x-irs-base-url",
  /** The origin that the viewer used, if the base URL is configured and can therefore be different. */
  viewerOrigin: "x-irs-viewer-origin",
  /** A copy of `Authorization`, which origin access control overwrites. */
  authorization: "x-irs-authorization",
  requestId: "x-irs-request-id",
  /** The viewer's IP address. For the HTTP API and functions, each request comes from an address of CloudFront. */
  viewerAddress: "x-irs-viewer-address",
  /** Path and query of the viewer's request when the edge function has rewritten it to the name of a stored picture. */
  target: "x-irs-target",
  /** When the edge function received a view of a signed image, in epoch milliseconds. */
  since: "x-irs-since",
} as const;

/**
 * The header that tells the edge function the size of a whole picture. A function URL cannot send `Content-Length`:
 * Lambda renames it.
 */
export const LENGTH_HEADER = "x-irs-content-length";
