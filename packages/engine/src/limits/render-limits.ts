import { MAX_AVIF_PIXELS, MAX_IMAGE_PIXELS, MAX_PICTURE_PIXELS, MAX_TOTAL_IMAGE_PIXELS } from "./picture-limits.js";

/** The limits of one render. */
export interface RenderLimits {
  /** Pixels of the picture, and of each image after it is resized for its layer. */
  readonly maxPixels: number;
  /** Pixels of an image before it is resized. They limit the cost of decoding it. */
  readonly maxImagePixels: number;
  /** The same for an AVIF, whose decoder needs much more memory. With more than 8 bits for each channel, two thirds. */
  readonly maxAvifPixels: number;
  /** Pixels of all images of a picture before they are resized. They limit the cost of decoding all of them. */
  readonly maxTotalImagePixels: number;
}
/** An image of the most pixels leaves a renderer with 1,769 MB room for the frame and the codecs. */
export const DEFAULT_RENDER_LIMITS: RenderLimits = {
  maxPixels: MAX_PICTURE_PIXELS,
  maxImagePixels: MAX_IMAGE_PIXELS,
  maxAvifPixels: MAX_AVIF_PIXELS,
  maxTotalImagePixels: MAX_TOTAL_IMAGE_PIXELS,
};
