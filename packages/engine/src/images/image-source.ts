import type { RenderLimits } from "../limits/render-limits.js";

/** Everything that preparing images needs from its caller. */
export interface ImageSource {
  /**
   * Fetches an image that is neither a data URI nor an upload. If an error has a boolean `retryable`, its message is
   * public, and `retryable` states whether its reason is transient.
   */
  loadImage(url: string): Promise<Uint8Array>;
  readonly limits: RenderLimits;
}
