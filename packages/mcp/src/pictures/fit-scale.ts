/** One megapixel: an assistant sees no more, and pays for each pixel. */
export const MAX_SHOWN_PIXELS = 1_000_000;
/** Two pictures side by side have one megapixel together. */
export const MAX_COMPARED_PIXELS = 500_000;

/** The smallest scale of a preview. */
const MIN_SCALE = 0.05;

/** Returns the scale, at most 1, at which a picture has at most `maxPixels` pixels. */
export function fitScale({ width, height }: Size, maxPixels: number): number {
  const pixels = Math.max(1, width * height);
  if (pixels <= maxPixels) return 1;
  // Rounded down, so that the pixels stay within the limit. Sides are rounded to whole pixels, hence the margin.
  const scale = Math.floor(Math.sqrt(maxPixels / pixels) * 1000 - 1) / 1000;
  return Math.max(MIN_SCALE, scale);
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a document, as far as it is valid. The height of a document that hugs is the greatest one. */
export function sizeOf(document: Readonly<Record<string, unknown>>): Size {
  const { width, height, max_height: maxHeight } = document;
  return { width: numberOr(width, 1), height: numberOr(height, numberOr(maxHeight, 1)) };
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}
