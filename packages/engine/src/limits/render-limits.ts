import { MAX_AVIF_PIXELS, MAX_IMAGE_PIXELS, MAX_PICTURE_PIXELS, MAX_TOTAL_IMAGE_PIXELS } from "./picture-limits.js";

/** The limits of one render. */
export interface RenderLimits {
  /** The largest number of pixels of the picture, and of each image after it is resized for its layer. */
  readonly maxPixels: number;
  /** The largest number of pixels of an image before it is resized. It limits the cost of decoding. */
  readonly maxImagePixels: number;
  /**
   * The same for an AVIF, whose decoder needs much more memory. With more than 8 bits for each channel, the limit is
   * two thirds of this.
   */
  readonly maxAvifPixels: number;
  /**
   * The largest number of pixels of all images of a picture before they are resized. It limits the cost of decoding all
   * of them.
   */
  readonly maxTotalImagePixels: number;
}
/** The limits for a renderer with 1,769 MB. The largest image leaves room for the frame and the codecs. */
export const DEFAULT_RENDER_LIMITS: RenderLimits = {
  maxPixels: MAX_PICTURE_PIXELS,
  maxImagePixels: MAX_IMAGE_PIXELS,
  maxAvifPixels: MAX_AVIF_PIXELS,
  maxTotalImagePixels: MAX_TOTAL_IMAGE_PIXELS,
};
