import type { Encoder } from "./encoder.js";
import { sharpImage } from "./sharp-image.js";

/**
 * The options for pictures with text and photographs. At 1200×630 pixels, effort 0 takes 0.1 s and effort 4 more than 1
 * s.
 */
const OPTIONS = { quality: 60, effort: 0 };

/**
 * The largest picture, in pixels, whose colors have the full resolution. Full resolution keeps the edges of colored
 * letters sharp. At 25 megapixels, the encoder takes 700 MB with half the resolution and 1,010 MB with the full one,
 * which leaves too little memory for the rest.
 */
const MAX_FULL_CHROMA_PIXELS = 12_000_000;

export const encodeAsAvif: Encoder = async (frame) => {
  const isLarge = frame.width * frame.height > MAX_FULL_CHROMA_PIXELS;
  const image = await sharpImage(frame);
  return image.avif({ ...OPTIONS, chromaSubsampling: isLarge ? "4:2:0" : "4:4:4" }).toBuffer();
};
