/** Divides the memory of a function between the caches of its renderer and the current render. */
import { totalmem } from "node:os";
import { FORMATS, type ImageFormat } from "../formats/registry.js";
import type { Frame } from "../frame/tile.js";

const MEGABYTE = 1024 * 1024;

/** The part of a function's memory for the caches of its renderer. */
const CACHE_SHARE = 0.25;

/** The part of a function's memory that all its processes may use: 1,500 of 1,769 MB (`limits/render-budgets.ts`). */
const USED_SHARE = 0.85;

/** The memory of the function's own process. */
const FUNCTION_BYTES = 150 * MEGABYTE;

/**
 * The memory that drawing needs for each pixel of the picture: the frame, its base and copies. It was measured with a
 * photo of 25 megapixels and ten texts, and rounded up.
 */
const DRAWN_BYTES_PER_PIXEL = 24;

/** The memory of two frames for each pixel: that of the picture, and that of its template. */
const FRAME_BYTES_PER_PIXEL = 8;

/** Outside of a function, a renderer uses this share of the computer's memory, within these limits. */
const LOCAL = { share: 0.25, most: 1769 * MEGABYTE, least: 512 * MEGABYTE };

/** Returns the memory for a renderer outside of a function, for example in a terminal. */
export function localMemoryBytes(): number {
  // In a container, the memory of the machine does not matter. Without a limit, `constrainedMemory` is 0 or far too
  // large.
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(LOCAL.most, Math.max(LOCAL.least, memory * LOCAL.share));
}

/** Returns the largest size of all caches of a renderer together. */
export function cacheBytesFor(memoryBytes: number): number {
  return memoryBytes * CACHE_SHARE;
}

/** Returns the resident memory that a renderer's process may have. */
export function processBytesFor(memoryBytes: number): number {
  return memoryBytes * USED_SHARE - FUNCTION_BYTES;
}

/**
 * Returns the memory that a picture needs while it is drawn, or while its frames wait for the encoder. Whether the
 * picture is opaque is not known yet.
 */
export function pictureBytes(pixels: number, format: ImageFormat): number {
  const { translucent } = FORMATS[format].encoderBytes;
  return pixels * Math.max(DRAWN_BYTES_PER_PIXEL, FRAME_BYTES_PER_PIXEL + translucent);
}

/** Returns the memory that encoding a picture with an effort needs besides its frame. */
export function encoderBytes(
  { width, height, isOpaque }: Pick<Frame, "width" | "height" | "isOpaque">,
  format: ImageFormat,
  effort?: number,
): number {
  const { efforts = [], ...least } = FORMATS[format];
  const figures = efforts.find((candidate) => candidate.effort === effort) ?? least;
  return width * height * figures.encoderBytes[isOpaque ? "opaque" : "translucent"];
}
