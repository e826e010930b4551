/** The pixels of parts of a page that are drawn as images. The estimate counts the same pixels. */

/** The resolution of everything on a page that is not in vectors, and that of CSS pixels. */
export const PRINT_DPI = 300;
export const CSS_DPI = 96;

/**
 * A blur has no fine details. With this many pixels for each standard deviation, readers that enlarge the image show the
 * same.
 */
export const PIXELS_PER_DEVIATION = 12;

/** The largest number of pixels of one composite, unless the picture itself has more. */
const MAX_PIXELS = 1_500_000;

/**
 * The largest number of pixels of a shadow with a spread, multiplied by the length of the spread in pixels. A shadow of
 * a gradient needs time in proportion to it.
 */
const MAX_SPREAD_PIXELS = 90_000_000;

/** A shadow, as far as it determines the pixels of a page. Its lengths are in document pixels. */
interface CastShadow {
  readonly blur: number;
  readonly spread: number;
  readonly inset: boolean;
}

/** Something on a page that is drawn as an image. */
export interface PrintedPart {
  /** The size of its area in document pixels. */
  readonly width: number;
  readonly height: number;
  readonly shadows: readonly CastShadow[];
  /** Whether its content is part of the image, and not only its shadows. */
  readonly hasContent: boolean;
}

/** Returns the number of pixels for each document pixel of a page that an image can use. */
export function printDensity(scale: number, dpi?: number): number {
  return dpi === undefined ? (PRINT_DPI / CSS_DPI) * scale : PRINT_DPI / dpi;
}

/**
 * Returns the number of pixels for each document pixel with which a part is drawn. It is at most `density`, and at least
 * that of the picture if details need it.
 */
export function partDensity(
  { width, height, shadows, hasContent }: PrintedPart,
  density: number,
  scale: number,
): number {
  const area = Math.max(1, width * height);
  const spread = Math.max(0, ...shadows.map((shadow) => Math.abs(shadow.spread)));
  const bySpread = spread === 0 ? Infinity : Math.cbrt(MAX_SPREAD_PIXELS / (area * spread));
  const most = Math.max(scale, Math.min(density, Math.sqrt(MAX_PIXELS / area), bySpread));
  if (hasContent) return most;
  // A CSS blur radius is two standard deviations (CSS Backgrounds 3, section 7.2).
  const useful = Math.max(...shadows.map(({ blur }) => (2 * PIXELS_PER_DEVIATION) / blur));
  return Math.min(most, Math.max(1, useful));
}
