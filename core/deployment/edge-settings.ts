/**
 * Settings and names that the edge function and the distribution must agree on.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** The settings of the edge function that differ between stacks. */
export interface EdgeSettings {
  /** The scheme of the distribution's address. */
  readonly viewerScheme: "https" | "http";
  /**
   * The base URL of the URLs that the service returns, whichever host name the viewer used. Without it, these URLs have
   * the host name that the viewer used.
   */
  readonly baseUrl?: string;
  /** The `WWW-Authenticate` of requests to the MCP server without a key. `$` stands for the base URL. */
  readonly mcpChallenge: string;
}

/** The IDs of the origins that the edge function chooses from. */
export const ORIGIN_IDS = {
  bucket: "bucket",
  api: "api",
  image: "image",
  stream: "stream",
  renderNow: "render-now",
} as const;
