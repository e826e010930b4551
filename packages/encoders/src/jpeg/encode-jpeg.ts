import { jpegBands } from "./jpeg-bands.js";
import { jpegHead } from "./jpeg-head.js";
import { DEFAULT_QUALITY } from "./quantization-tables.js";
import { encodeRow } from "./row-encoder.js";
import type { FileFacts } from "../shared/file-facts.js";
import type { Raster } from "../shared/raster.js";

/** The restart markers between rows, numbered 0 to 7 in turn. */
const RESTARTS = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => Uint8Array.of(0xff, 0xd0 + number));
const END = Uint8Array.of(0xff, 0xd9);

export interface JpegSettings extends FileFacts {
  /** A whole number from 1 to 100, as in libjpeg. @default 88 */
  readonly quality?: number | undefined;
}

/**
 * Encodes a picture as JPEG. Translucent pixels are drawn on white. The bytes depend only on the pixels and the
 * settings, not on which rows were encoded before.
 */
export function encodeJpeg(
  { width, height, pixels, isOpaque }: Raster,
  bands = jpegBands(),
  { quality = DEFAULT_QUALITY, ...facts }: JpegSettings = {},
): Uint8Array {
  const rows = bands.complete({ height, isOpaque, quality }, (top, bottom) => ({
    bytes: encodeRow(pixels.subarray(4 * top * width, 4 * bottom * width), { width, isOpaque, quality }),
  }));
  const parts = rows.flatMap(({ bytes }, index) => [bytes, RESTARTS[index % RESTARTS.length] ?? END]);
  return Buffer.concat([jpegHead(width, height, quality, facts), ...parts.slice(0, -1), END]);
}
