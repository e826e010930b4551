/** How a renderer divides the memory of its function between what it keeps and what a render needs. */
import { totalmem } from "node:os";
import { FORMATS, type ImageFormat } from "../formats/registry.js";
import type { Frame } from "../frame/tile.js";

const MEGABYTE = 1024 * 1024;

/** The part of a function's memory for the caches of its renderer. */
const CACHE_SHARE = 0.25;

/** The part of a function's memory that all its processes may use: of 1,769 MB, 1,500 (contract/render-budgets.ts). */
const USED_SHARE = 0.85;

/** What the function's own process needs. */
const FUNCTION_BYTES = 150 * MEGABYTE;

/**
 * What drawing needs for each pixel of the picture: the frame, its base and copies. Measured with a photo of 25 megapixels and
 * ten texts, and rounded up.
 */
const DRAWN_BYTES_PER_PIXEL = 24;

/** The frame of the picture, and that of its template. */
const FRAME_BYTES_PER_PIXEL = 8;

/** Without a function, a renderer uses this share of the computer's memory, within these limits. */
const LOCAL = { share: 0.25, most: 1769 * MEGABYTE, least: 512 * MEGABYTE };

/** The memory for a renderer outside of a function, such as in a terminal. */
export function localMemoryBytes(): number {
  // In a container, the memory of the machine says nothing. Without a limit, the first figure is 0 or far too large.
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(LOCAL.most, Math.max(LOCAL.least, memory * LOCAL.share));
}

/** The most that the caches of a renderer hold together. */
export function cacheBytesFor(memoryBytes: number): number {
  return memoryBytes * CACHE_SHARE;
}

/** The resident memory that a renderer's process may have. */
export function processBytesFor(memoryBytes: number): number {
  return memoryBytes * USED_SHARE - FUNCTION_BYTES;
}

/** The memory that a picture needs: while it is drawn, or while its frames wait for the encoder. Whether it is opaque shows later. */
export function pictureBytes(pixels: number, format: ImageFormat): number {
  const { translucent } = FORMATS[format].encoderBytes;
  return pixels * Math.max(DRAWN_BYTES_PER_PIXEL, FRAME_BYTES_PER_PIXEL + translucent);
}

/** The memory that encoding a picture needs besides its frame. */
export function encoderBytes(
  { width, height, isOpaque }: Pick<Frame, "width" | "height" | "isOpaque">,
  format: ImageFormat,
): number {
  return width * height * FORMATS[format].encoderBytes[isOpaque ? "opaque" : "translucent"];
}
