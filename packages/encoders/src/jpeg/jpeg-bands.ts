import { EncodedBands } from "../shared/encoded-bands.js";

/** The rows of blocks of a frame, without the markers between them. */
export type JpegBands = EncodedBands<{ readonly bytes: Uint8Array }>;

const BLOCK_SIDE = 8;

/** Creates the bands of a frame, without any rows yet. */
export function jpegBands(): JpegBands {
  return new EncodedBands(() => BLOCK_SIDE);
}
