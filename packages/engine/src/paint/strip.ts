import { type Point, pointAt, type Section } from "./path-line.js";
import { num } from "./svg.js";

/** A miter is at most this many times as long as half the width. The corners of boxes have at most 1.5. */
const MAX_MITER = 20;

/** The share of a strip's length at each end where the points of the line are ignored. */
const NEAR = 0.01;

/** Two points at this distance are the same point. Their direction would depend on rounding. */
const SAME = 1e-6;

/**
 * Returns the outline of a strip along a part of a closed line, with mitered corners. A filled strip looks the same
 * wherever the picture is cut. The rasterizer draws a stroke that is thinner than a pixel differently at each place.
 *
 * @param start the distance from the start of the line. It can be below 0: then the strip begins at the line's end.
 */
export function strip(line: Section, start: number, end: number, width: number): string {
  const points = partOf(line, start, end);
  const sides = points.map((point, index) => ({ point, offset: offsetAt(points, index, width / 2) }));
  const left = sides.map(({ point: { x, y }, offset }) => `${num(x + offset.x)} ${num(y + offset.y)}`);
  const right = sides.map(({ point: { x, y }, offset }) => `${num(x - offset.x)} ${num(y - offset.y)}`).reverse();
  return `M${[...left, ...right].join("L")}Z`;
}

/** Returns the points of a part of a closed line. */
function partOf(line: Section, start: number, end: number): Point[] {
  if (start < 0) return withoutRepeats([...partOf(line, line.length + start, line.length), ...partOf(line, 0, end)]);
  const { points, lengths } = line;
  // A point that is almost at an end would give the end a direction of its own, by rounding.
  const [first, last] = [start + (end - start) * NEAR, end - (end - start) * NEAR];
  const inside = points.filter((_, index) => (lengths[index] ?? 0) > first && (lengths[index] ?? 0) < last);
  return withoutRepeats([pointAt(line, start), ...inside, pointAt(line, Math.min(end, line.length))]);
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    return before === undefined || Math.hypot(point.x - before.x, point.y - before.y) > SAME;
  });
}

/** Returns the offset from a point of a line to the left side of the strip. */
function offsetAt(points: readonly Point[], index: number, half: number): Point {
  const [before, here, after] = [points[index - 1], points[index], points[index + 1]];
  const [one, other] = [normal(before ?? here, before === undefined ? after : here), normal(here, after ?? here)];
  const [a, b] = after === undefined ? [one, one] : [one, other];
  const share = Math.min(2 / (1 + a.x * b.x + a.y * b.y), MAX_MITER) / 2;
  return { x: (a.x + b.x) * share * half, y: (a.y + b.y) * share * half };
}

/** Returns the direction at a right angle to a line, of length 1. */
function normal(from: Point | undefined, to: Point | undefined): Point {
  const [x, y] = [(to?.x ?? 0) - (from?.x ?? 0), (to?.y ?? 0) - (from?.y ?? 0)];
  const length = Math.hypot(x, y) || 1;
  return { x: -y / length, y: x / length };
}
