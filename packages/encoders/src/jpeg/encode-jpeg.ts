import { jpegBands } from "./jpeg-bands.js";
import { jpegHead } from "./jpeg-head.js";
import { encodeRow } from "./row-encoder.js";
import type { Raster } from "../shared/raster.js";

/** The restart markers between rows, numbered 0 to 7 in turn. */
const RESTARTS = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => Uint8Array.of(0xff, 0xd0 + number));
const END = Uint8Array.of(0xff, 0xd9);

/**
 * Encodes a picture as JPEG. Translucent pixels are drawn on white. The bytes depend only on the pixels, not on which
 * rows were encoded before.
 */
export function encodeJpeg({ width, height, pixels, isOpaque }: Raster, bands = jpegBands()): Uint8Array {
  const rows = bands.complete({ height, isOpaque }, (top, bottom) => ({
    bytes: encodeRow(pixels.subarray(4 * top * width, 4 * bottom * width), width, isOpaque),
  }));
  const parts = rows.flatMap(({ bytes }, index) => [bytes, RESTARTS[index % RESTARTS.length] ?? END]);
  return Buffer.concat([jpegHead(width, height), ...parts.slice(0, -1), END]);
}
