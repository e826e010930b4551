import { loadSharp } from "../native.js";

/** What is known of images by name; when there are too many, all are let go. */
const MAX_KNOWN = 2000;
const known = new Map<string, number>();

/** The pixels that an image has as it comes, read from its head alone; 0 if it can't be read. `name` stands for its content. */
export async function countPixels(name: string, bytes: () => Uint8Array | undefined): Promise<number> {
  const counted = known.get(name);
  if (counted !== undefined) return counted;
  const pixels = await count(bytes());
  if (known.size >= MAX_KNOWN) known.clear();
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
