/**
 * What the edge function and the distribution must agree on.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** What differs in the edge function from one stack to the next. */
export interface EdgeSettings {
  /** The scheme of the distribution's address. */
  readonly viewerScheme: "https" | "http";
}

/** The IDs of the origins among which the edge function chooses. */
export const ORIGIN_IDS = { bucket: "bucket", api: "api", image: "image", stream: "stream" } as const;
