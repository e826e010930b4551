import type { Sharp } from "sharp";
import type { Frame } from "../frame/tile.js";
import { loadSharp } from "../shared/native.js";

/** Returns a frame as a sharp image. An opaque frame gets no alpha channel. */
export async function sharpImage({ pixels, width, height, isOpaque }: Frame): Promise<Sharp> {
  const sharp = await loadSharp();
  if (isOpaque) return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return sharp(pixels, { raw: { width, height, channels: 4, premultiplied: true } });
}
