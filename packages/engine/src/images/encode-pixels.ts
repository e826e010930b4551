import type { Frame } from "../frame/tile.js";
import { loadSharp } from "../shared/native.js";

/** Encodes pixels as a PNG. It is decoded again immediately, so speed matters and size does not. */
export async function encodePixels({ pixels, width, height }: Omit<Frame, "isOpaque">): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw: { width, height, channels: 4, premultiplied: true } });
  return await image.png({ compressionLevel: 1 }).toBuffer();
}
