import { EncodedBands } from "../shared/encoded-bands.js";
import type { EncodedBand } from "./band-encoder.js";

/** The bands of a frame as chunks. */
export type PngBands = EncodedBands<EncodedBand>;

/**
 * The most bytes of a band, unless a row has more. Larger bands have fewer heads, smaller ones change less often. The decoder
 * fflate 0.8 reads no blocks of more bytes.
 */
const BAND_BYTES = 131_072;

/** The rows of each band of a picture. The last band can have fewer. An opaque picture has three bytes for each pixel. */
export function rowsOfBand(width: number, isOpaque: boolean): number {
  return Math.max(1, Math.floor(BAND_BYTES / (1 + (isOpaque ? 3 : 4) * width)));
}

/** No bands yet. */
export function pngBands(width: number): PngBands {
  return new EncodedBands((isOpaque) => rowsOfBand(width, isOpaque));
}
