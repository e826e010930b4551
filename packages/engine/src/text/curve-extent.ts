/** Finds the extent of a curve. Its control points can be much farther away, so their box is too large. */

/**
 * Returns points that have the same box as a segment: its end, and for a curve, the points where it turns. `points` are
 * the x and y of the control points and of the end.
 */
export function extentPoints(start: readonly [number, number], points: readonly number[]): readonly number[] {
  if (points.length <= 2) return points;
  const xs = [start[0], ...points.filter((_, index) => index % 2 === 0)];
  const ys = [start[1], ...points.filter((_, index) => index % 2 === 1)];
  const turns = [...turnsOf(xs), ...turnsOf(ys)];
  const found = turns.flatMap((t) => [at(xs, t), at(ys, t)]);
  return [...found, ...points.slice(-2)];
}

/** Returns the places where one coordinate of a quadratic or cubic Bézier curve has its extremes, between 0 and 1. */
function turnsOf(values: readonly number[]): number[] {
  const [p0 = 0, p1 = 0, p2 = 0, p3] = values;
  const low = Math.min(p0, values.at(-1) ?? 0);
  const high = Math.max(p0, values.at(-1) ?? 0);
  // Nearly all curves of fonts turn only at their ends.
  if (values.every((value) => value >= low && value <= high)) return [];
  const roots = p3 === undefined ? [quadraticTurn(p0, p1, p2)] : cubicTurns(p0, p1, p2, p3);
  return roots.filter((t) => t > 0 && t < 1);
}

/**
 * Returns the place where one coordinate of a quadratic curve turns, as a share of the curve. It can be outside of 0 to
 * 1, or NaN.
 */
export function quadraticTurn(p0: number, p1: number, p2: number): number {
  return (p0 - p1) / (p0 - 2 * p1 + p2);
}

/** Returns the places where one coordinate of a cubic curve turns, like `quadraticTurn`. */
export function cubicTurns(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = p3 - 3 * p2 + 3 * p1 - p0;
  const b = 2 * (p2 - 2 * p1 + p0);
  const c = p1 - p0;
  if (Math.abs(a) < 1e-9) return [-c / b];
  const root = Math.sqrt(b * b - 4 * a * c);
  return [(-b + root) / (2 * a), (-b - root) / (2 * a)];
}

/** Returns the point at a share of a Bézier curve, by De Casteljau's algorithm. */
function at(values: readonly number[], t: number): number {
  if (values.length === 1) return values[0] ?? 0;
  return at(
    values.slice(1).map((value, index) => (values[index] ?? 0) * (1 - t) + value * t),
    t,
  );
}

/** An extent that contains no point. */
export const EMPTY_EXTENT = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

/** Enlarges an extent so that it contains all points. */
export function includePoints(extent: typeof EMPTY_EXTENT, points: readonly number[]): void {
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x = 0, y = 0] = [points[index], points[index + 1]];
    extent.left = Math.min(extent.left, x);
    extent.right = Math.max(extent.right, x);
    extent.top = Math.min(extent.top, y);
    extent.bottom = Math.max(extent.bottom, y);
  }
}
