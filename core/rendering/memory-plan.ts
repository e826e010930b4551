/** How a renderer divides the memory of its function between what it keeps and what a render needs. */
import { totalmem } from "node:os";
import type { ImageFormat } from "../contract/image-format.js";

const MEGABYTE = 1024 * 1024;

/** The part of a function's memory for the caches of its renderer. */
const CACHE_SHARE = 0.25;

/** The part of a function's memory that all its processes may use: of 1,769 MB, 1,500 (contract/render-budgets.ts). */
const USED_SHARE = 0.85;

/** What the function's own process needs. */
const FUNCTION_BYTES = 150 * MEGABYTE;

/**
 * What a render needs for each pixel of its picture: the frame, its base and copies, and the buffers of the encoder.
 * Measured with a photo of 25 megapixels and ten texts, and rounded up.
 */
const BYTES_PER_PIXEL: Readonly<Record<ImageFormat, number>> = { png: 24, jpg: 24, webp: 24, avif: 42 };

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

/** The memory that rendering and encoding a picture needs. */
export function pictureBytes(pixels: number, format: ImageFormat): number {
  return pixels * BYTES_PER_PIXEL[format];
}
