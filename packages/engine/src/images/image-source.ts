import type { RenderLimits } from "../limits/render-limits.js";
import type { LoadedImage } from "./loaded-image.js";

/** Checks loaded images, by address, before they are decoded. @throws EngineError if they take too long to decode */
export type CheckImages = (loaded: ReadonlyMap<string, LoadedImage>) => void;

/** Everything that preparing images needs from its caller. */
export interface ImageSource {
  /**
   * Fetches an image that is neither a data URI nor an upload. If an error has a boolean `retryable`, its message is
   * public, and `retryable` states whether its reason is transient.
   */
  loadImage(url: string): Promise<Uint8Array>;
  readonly limits: RenderLimits;
  /** @default no check */
  readonly checkImages?: CheckImages;
}
