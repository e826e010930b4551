import { CSS_DPI, PRINT_DPI } from "../limits/print-pixels.js";

const POINTS_PER_INCH = 72;

/** The size of a page, and how the pixels of a picture are placed on it. */
export interface PageSize {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly pointsPerPixel: number;
  /** The number of pixels of print for each pixel of the picture. */
  readonly printPixels: number;
}

/** Returns the page for a picture of a size in pixels. `dpi` is the number of its pixels in an inch. */
export function pageSize(width: number, height: number, dpi = CSS_DPI): PageSize {
  const pointsPerPixel = POINTS_PER_INCH / dpi;
  return {
    width: width * pointsPerPixel,
    height: height * pointsPerPixel,
    pointsPerPixel,
    printPixels: PRINT_DPI / dpi,
  };
}
