import { MAX_PICTURE_PIXELS } from "../contract/template/document.js";
import type { FontLibrary } from "./fonts/font-library.js";

/** What a render needs of the world around it. */
export interface RenderContext {
  readonly fonts: FontLibrary;
  /**
   * Fetches an image that is neither a data URI nor an upload. A failure says with its `retryable` whether the reason may pass, and its
   * message is then public text.
   */
  loadImage(url: string): Promise<Uint8Array>;
  readonly limits: RenderLimits;
}

/** What one render may cost. */
export interface RenderLimits {
  /** Pixels of the picture, and of any image once it is resized for its layer. */
  readonly maxPixels: number;
  /** Pixels of an image as it comes: what decoding it may cost. */
  readonly maxImagePixels: number;
  /** Pixels of all image layers of a document, as the images come: what decoding them all may cost. */
  readonly maxTotalImagePixels: number;
}

/** 50 megapixels decode to 200 MB, which leaves a renderer of 1,769 MB room for the frame and the codecs. */
export const DEFAULT_RENDER_LIMITS: RenderLimits = {
  maxPixels: MAX_PICTURE_PIXELS,
  maxImagePixels: 50_000_000,
  maxTotalImagePixels: 250_000_000,
};
