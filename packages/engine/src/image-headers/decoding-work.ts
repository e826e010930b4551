/** The processor time and the memory for decoding an image, from the facts in its header. */
import type { ImageHeader, PixelImageType } from "./image-header.js";

/** An image as far as it is known before it is decoded. */
export interface ImageFacts extends ImageHeader {
  /** The size of the file. */
  readonly bytes: number;
}

interface Figures {
  /** Nanoseconds for each pixel of the image. */
  readonly pixelNs: number;
  /** Nanoseconds for each byte of its file. An image with many details takes longer. */
  readonly byteNs: number;
}

/**
 * Measured with the installed image library, and rounded up by a third or more: see docs/measurements/photos.md. A decoder
 * reads each pixel, however small its layer is.
 */
const FIGURES: Readonly<Record<PixelImageType, Figures & { readonly progressive?: Figures }>> = {
  "image/jpeg": { pixelNs: 6, byteNs: 10, progressive: { pixelNs: 16, byteNs: 22 } },
  "image/png": { pixelNs: 14, byteNs: 1.5, progressive: { pixelNs: 30, byteNs: 1.5 } },
  "image/gif": { pixelNs: 12, byteNs: 3 },
  "image/webp": { pixelNs: 36, byteNs: 3 },
  "image/avif": { pixelNs: 60, byteNs: 160 },
};

/** Bytes for each pixel while an image is decoded, measured and rounded up: see `bench:peak`. */
const BYTES_PER_PIXEL = { avif: 22, other: 11 };

/** Returns the processor time for decoding an image, in nanoseconds. */
export function decodingNs({ type, width, height, bytes, isProgressive }: ImageFacts): number {
  const figures = FIGURES[type];
  const { pixelNs, byteNs } = isProgressive ? (figures.progressive ?? figures) : figures;
  return width * height * pixelNs + bytes * byteNs;
}

/** Returns the memory for each pixel of an image while it is decoded. */
export function decodingBytesPerPixel(type: PixelImageType): number {
  return type === "image/avif" ? BYTES_PER_PIXEL.avif : BYTES_PER_PIXEL.other;
}
