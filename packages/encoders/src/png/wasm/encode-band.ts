/**
 * The exports of the module. One call encodes a band: its pixels, its filtered rows and its output are in this memory.
 */
import { adlerOf } from "./adler-32";
import { chooseRows } from "./choose-rows";
import { makeTokens } from "./make-tokens";
import { BYTES, MAX_BAND_BYTES, OUTPUT, PIXELS } from "./memory";
import { setRows } from "./rows";
import { toStraightAlpha } from "./straight-alpha";
import { writeBlock } from "./write-block";

let adler: u32 = 0;

/** Returns the address to which the pixels of a band are copied. */
export function pixelsAddress(): usize {
  return PIXELS;
}

/** Returns the address of the compressed rows. */
export function outputAddress(): usize {
  return OUTPUT;
}

/** Returns the largest number of bytes for the pixels of a band, and for its filtered rows. */
export function maxBandBytes(): usize {
  return MAX_BAND_BYTES;
}

/** Returns the checksum of the filtered rows of the last band. */
export function lastAdler(): u32 {
  return adler;
}

/** Compresses a band of three channels (opaque) or four channels. Returns the number of bytes. */
export function encodeBand(width: usize, rows: usize, channels: usize): usize {
  if (channels === 4) toStraightAlpha(PIXELS, PIXELS + ((width * rows) << 2));
  const end = BYTES + rows * (1 + width * channels);
  setRows(BYTES, 1 + width * channels, channels);
  const isDrawing = chooseRows(width, rows, channels, end);
  adler = adlerOf(BYTES, end);
  return writeBlock(makeTokens(BYTES, end, isDrawing), end) - OUTPUT;
}
