import { EncodedBands } from "../shared/encoded-bands.js";
import type { EncodedBand } from "./band-encoder.js";

/** The bands of a frame as chunks. */
export type PngBands = EncodedBands<EncodedBand>;

/**
 * The largest size of a band in bytes, unless a single row is larger. Larger bands have fewer headers, and smaller ones
 * change less often. The decoder fflate 0.8 cannot read larger blocks.
 */
const BAND_BYTES = 131_072;

/**
 * Returns the number of rows in each band of a picture. The last band can have fewer. An opaque picture has three bytes
 * for each pixel.
 */
export function rowsOfBand(width: number, isOpaque: boolean): number {
  return Math.max(1, Math.floor(BAND_BYTES / (1 + (isOpaque ? 3 : 4) * width)));
}

/** Creates the bands of a frame, without any rows yet. */
export function pngBands(width: number): PngBands {
  return new EncodedBands((isOpaque) => rowsOfBand(width, isOpaque));
}
