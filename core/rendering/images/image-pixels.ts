import { LRUCache } from "lru-cache";
import { loadSharp } from "../native.js";

/** Pixel counts of images by name. */
const known = new LRUCache<string, number>({ max: 2000 });

/** The pixels that an image has as it comes, read from its head alone; 0 if it can't be read. `name` stands for its content. */
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
    const { width, height } = await loadSharp()(bytes, { limitInputPixels: false }).metadata();
    return width * height;
  } catch {
    return 0;
  }
}
