/** Affine transforms, as in the `transform` of SVG. */

/** The numbers of `matrix(a b c d e f)`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transform that applies `inner` first, and then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Returns the inverse transform. A transform that flattens everything to a line counts as the identity. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c;
  if (area === 0) return IDENTITY;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

export function transformPoint([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

export function rotation(degrees: number): Matrix {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
}

/** Returns the factor by which a transform enlarges lengths on average. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Returns the smallest upright box around a transformed box. */
export function transformBox(matrix: Matrix, { x, y, width, height }: Box): Box {
  return boxAround(
    [
      { x, y },
      { x: x + width, y },
      { x, y: y + height },
      { x: x + width, y: y + height },
    ].map((corner) => transformPoint(matrix, corner)),
  );
}

/** Returns the smallest upright box around points. */
export function boxAround(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return points.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the smallest box around boxes. */
export function unite(boxes: readonly Box[]): Box {
  return boxAround(
    boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  );
}

/** Returns whether a box contains another one. Half a pixel outside does not count. */
export function contains(outer: Box, inner: Box): boolean {
  const tolerance = 0.5;
  return (
    inner.x >= outer.x - tolerance &&
    inner.y >= outer.y - tolerance &&
    inner.x + inner.width <= outer.x + outer.width + tolerance &&
    inner.y + inner.height <= outer.y + outer.height + tolerance
  );
}

export function inflate({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** A box in its own coordinates as a layer shows it: rotated around its center, and perhaps mirrored. */
export interface PlacedBox extends Box {
  /** The rotation in degrees. */
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

/**
 * Places a transformed box as a layer. Returns undefined if the transform skews the box, which no layer can show.
 */
export function placeBox(matrix: Matrix, box: Box): PlacedBox | undefined {
  const [a, b, c, d] = matrix;
  const scaleX = Math.hypot(a, b);
  const scaleY = Math.hypot(c, d);
  if (Math.abs(a * c + b * d) > 1e-3 * scaleX * scaleY) return undefined;
  const isMirrored = a * d - b * c < 0;
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  // A mirrored box has two descriptions. The one with the smaller rotation is easier to edit.
  const flipX = isMirrored && Math.abs(angle) > 90;
  const turn = flipX ? angle - Math.sign(angle) * 180 : angle;
  const center = transformPoint(matrix, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const [width, height] = [box.width * scaleX, box.height * scaleY];
  return {
    x: center.x - width / 2,
    y: center.y - height / 2,
    width,
    height,
    rotation: Math.abs(turn) < 0.01 ? 0 : turn,
    flipX,
    flipY: isMirrored && !flipX,
  };
}

/** Returns the transform from the coordinates of a placed box, whose corner is at 0, to those around it. */
export function frameOf({ x, y, width, height, rotation: degrees }: Box & { readonly rotation: number }): Matrix {
  const around = multiply(translation(x + width / 2, y + height / 2), rotation(degrees));
  return multiply(around, translation(-width / 2, -height / 2));
}
