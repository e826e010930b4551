import type { SafeSvg } from "./safe-svg.js";

/**
 * Microseconds on one core of 1,769 MB, measured with the librsvg of sharp 0.35 on drawings of each kind and rounded
 * up: see docs/performance.md. The figures of shapes and effects are in `shape-cost.ts` and `effect-cost.ts`.
 */
const MICROSECONDS = {
  element: 12,
  segment: 0.8,
  pixel: 0.012,
  neighborPixel: 0.001,
  imagePixel: 0.03,
  tilePixel: 0.12,
} as const;

/** The maximum number of pixels of all pattern tiles. A larger number would need too much memory. */
const MAX_TILE_PIXELS = 60_000_000;
/** A time above any budget. */
const TOO_MUCH_US = 1e9;

/** The side of the tiles that libvips asks librsvg to draw, in pixels (`TILE_SIZE` in `svgload.c` of libvips). */
const TILE_PX = 2000;

/**
 * Returns the number of tiles that an SVG is drawn in. Each tile draws all masks and filters again, wherever they are.
 */
export function tileCount({ width, height }: { width: number; height: number }): number {
  return Math.ceil(width / TILE_PX) * Math.ceil(height / TILE_PX);
}

/** Returns an upper estimate of the processor time, in microseconds, for drawing an SVG at a size in pixels. */
export function svgWork(
  { cost, viewBox }: Pick<SafeSvg, "cost" | "viewBox">,
  { width, height }: { width: number; height: number },
): number {
  const pixels = width * height;
  const perUnit = Math.max(width / viewBox.width, height / viewBox.height);
  return (
    cost.elements * MICROSECONDS.element +
    cost.segments * MICROSECONDS.segment +
    Math.min(cost.edges * perUnit, cost.edgesPerRow * height) +
    cost.boxes +
    Math.min(cost.areas * perUnit ** 2, cost.areasPerPixel * pixels) +
    pixels * (MICROSECONDS.pixel + cost.buffers + cost.filters) +
    pixels * cost.neighbors * Math.max(1, perUnit ** 2) * MICROSECONDS.neighborPixel +
    cost.imagePixels * MICROSECONDS.imagePixel +
    tileWork(cost.tiles * perUnit ** 2)
  );
}

function tileWork(pixels: number): number {
  return pixels > MAX_TILE_PIXELS ? TOO_MUCH_US : pixels * MICROSECONDS.tilePixel;
}
