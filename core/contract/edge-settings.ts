/**
 * What the edge function and the distribution must agree on.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** What differs in the edge function from one stack to the next. */
export interface EdgeSettings {
  /** The scheme of the distribution's address. */
  readonly viewerScheme: "https" | "http";
  /**
   * The base URL of the URLs that the service returns, whichever of its names the viewer used. Without it, that is the name
   * that the viewer used.
   */
  readonly baseUrl?: string;
}

/** The IDs of the origins among which the edge function chooses. */
export const ORIGIN_IDS = {
  bucket: "bucket",
  api: "api",
  image: "image",
  stream: "stream",
  renderNow: "render-now",
} as const;
