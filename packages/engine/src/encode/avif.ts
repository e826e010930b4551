import { avif } from "../formats/avif.js";
import type { Encoder } from "./encoder.js";
import { sharpImage } from "./sharp-image.js";

/** The effort for large pictures, and for pictures that are encoded quickly, because they are viewed only once. */
const LEAST_EFFORT = 0;

/**
 * The measure of similarity that greater efforts optimize. With it, they are faster and their files smaller at equal
 * similarity. With the least effort, the default measure of the library is better.
 */
const TUNE = "ssim";

/**
 * The largest picture, in pixels, whose colors have the full resolution. Full resolution keeps the edges of colored
 * letters sharp. At 25 megapixels, the encoder takes 700 MB with half the resolution and 1,010 MB with the full one,
 * which leaves too little memory for the rest.
 */
const MAX_FULL_CHROMA_PIXELS = 12_000_000;

export const encodeAsAvif: Encoder = async (frame, settings) => {
  const { quality = avif.defaultQuality, effort = LEAST_EFFORT } = settings;
  const isLarge = frame.width * frame.height > MAX_FULL_CHROMA_PIXELS;
  const image = await sharpImage(frame, settings);
  const tuning = effort === LEAST_EFFORT ? {} : ({ tune: TUNE } as const);
  return image.avif({ quality, effort, ...tuning, chromaSubsampling: isLarge ? "4:2:0" : "4:4:4" }).toBuffer();
};
