/** Affine transforms of two dimensions, as SVG and PDF write them: `[a b c d e f]`. */
import type { Box } from "../paint/fragment.js";

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transform that applies `inner` first, and then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Returns the inverse, or undefined if the transform flattens everything. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant) || Math.abs(determinant) < 1e-12) return undefined;
  const [p, q, r, s] = [d / determinant, -b / determinant, -c / determinant, a / determinant];
  return [p, q, r, s, -(p * e + r * f), -(q * e + s * f)];
}

/** Returns the transformed point. */
export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns the box around a transformed box. */
export function boundsOf(matrix: Matrix, { x, y, width, height }: Box): Box {
  const corners = [
    apply(matrix, x, y),
    apply(matrix, x + width, y),
    apply(matrix, x, y + height),
    apply(matrix, x + width, y + height),
  ];
  const [xs, ys] = [corners.map(([left]) => left), corners.map(([, top]) => top)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Returns the mean factor by which a transform enlarges lengths. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Returns the rotation around a point, clockwise, in degrees. */
export function rotation(degrees: number, x: number, y: number): Matrix {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  return [cosine, sine, -sine, cosine, x - x * cosine + y * sine, y - x * sine - y * cosine];
}

/** Reads the value of a `transform` attribute as the rasterizer writes it: one `matrix()`, or nothing. */
export function readMatrix(text: string | undefined): Matrix {
  if (text === undefined) return IDENTITY;
  const numbers = text
    .slice(text.indexOf("(") + 1, -1)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
  return [a, b, c, d, e, f];
}

/** The length by which an image is drawn smaller on each side, in document pixels. It is too small to be seen. */
const INSET = { pixels: 0.004, share: 0.01 };

/**
 * Returns the transform from the square of an image to its place. The first row of an image is at the top.
 *
 * Readers enlarge an image to whole pixels, and their coordinates have 24 bits. An image that ends exactly at a pixel
 * would often get one more pixel on a side, which blurs all of it. So it is drawn a little smaller.
 *
 * @param scale the document pixels in a unit of the place
 */
export function imageMatrix({ x, y, width, height }: Box, scale = 1): Matrix {
  const inset = (side: number) => Math.min(INSET.pixels / scale, side * INSET.share);
  const [across, down] = [inset(width), inset(height)];
  return [width - 2 * across, 0, 0, 2 * down - height, x + across, y + height - down];
}
