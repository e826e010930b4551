import { LRUCache } from "lru-cache";
import { loadSharp } from "../shared/native.js";
import { safeImage } from "./safe-image.js";

/** Pixel counts of images by name. */
const known = new LRUCache<string, number>({ max: 2000 });

/**
 * Returns the pixel count of an image from its header, or 0 if the header is invalid. `name` identifies the content.
 */
export async function countPixels(name: string, bytes: () => Uint8Array | undefined): Promise<number> {
  const counted = known.get(name);
  if (counted !== undefined) return counted;
  const pixels = await count(bytes());
  known.set(name, pixels);
  return pixels;
}

async function count(bytes: Uint8Array | undefined): Promise<number> {
  if (bytes === undefined) return 0;
  try {
    const sharp = await loadSharp();
    const { width, height } = await sharp(safeImage(bytes).bytes, { limitInputPixels: false }).metadata();
    return width * height;
  } catch {
    return 0;
  }
}
