import { decodingNs } from "../image-headers/decoding-work.js";
import type { PixelImageType } from "../image-headers/image-header.js";
import type { Size } from "./place-image.js";

/** The names that the image library has for formats. */
const TYPES: ReadonlyMap<string, PixelImageType> = new Map([
  ["png", "image/png"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
  ["heif", "image/avif"],
]);

/** Microseconds for a pixel of a drawing, or of an image of another format. */
const PIXEL_US = 0.03;

/** Returns the time for decoding an image, in microseconds. The estimate counts the same time. */
export function timeOfDecoding(image: {
  readonly format: string;
  readonly source: Size;
  readonly isProgressive: boolean;
  /** The size of the file. */
  readonly bytes: number;
}): number {
  const { format, source, isProgressive, bytes } = image;
  const type = TYPES.get(format);
  if (type === undefined) return timeOfPixels(source);
  const { width, height } = source;
  return decodingNs({ type, width, height, isProgressive, bytes }) / 1000;
}

/** Returns the time for reading the pixels of a drawing, in microseconds. */
export function timeOfPixels({ width, height }: Size): number {
  return width * height * PIXEL_US;
}
