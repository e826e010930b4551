/**
 * The work for paths whose segments are all vertical or horizontal. Cairo 1.18 converts such a path to boxes. At each
 * height where an edge ends, it goes through all vertical edges that are active there. For edges in the same place, it
 * does so once more for each of them.
 */
import type { Direction, Spans } from "./spans.js";

/** Microseconds for each pair of edges that are active at a height where a segment begins or ends. */
const PAIR_US = 0.008;
/** A time below this does not matter. */
const NEGLIGIBLE_US = 500;

/**
 * Returns the microseconds for the boxes of a path, at any size. `margin` is half the width of a stroke, or 0 for an
 * area. The direction `across` is for a path that is rotated by 90 degrees.
 */
export function boxWork(spans: Spans, margin: number, direction: Direction): number {
  const upright = margin > 0 ? spans : spans.along(direction);
  const { count } = upright;
  if (count === 0) return 0;
  // This many active edges take the least time that matters. Edges on top of each other count as one.
  const active = Math.sqrt(NEGLIGIBLE_US / (2 * count * PAIR_US));
  const bound = workOf(2 * count, Math.min(2 * upright.places(direction, active), count));
  return bound < NEGLIGIBLE_US ? bound : sweep(upright, margin, direction);
}

/**
 * Returns the microseconds for a clip path with a number of vertical edges. All shapes of a clip path are drawn as one
 * path.
 */
export function clipWork(edges: number): number {
  return workOf(edges, edges / 2);
}

function workOf(heights: number, active: number): number {
  return heights * active ** 2 * PAIR_US;
}

/** Adds up the work at each height, from the top to the bottom. */
function sweep(spans: Spans, margin: number, direction: Direction): number {
  const begins = spans.sorted(direction, "begin");
  const ends = spans.sorted(direction, "end");
  const { work, active } = workAt(begins, ends, margin, Infinity);
  const most = 2 * spans.places(direction, active / 2);
  return most >= active ? work : workAt(begins, ends, margin, most).work;
}

/** Returns the work at all heights if at most `most` edges are active, and the maximum number of active edges. */
function workAt(begins: Float64Array, ends: Float64Array, margin: number, most: number) {
  let [work, active, begun, ended] = [0, 0, 0, 0];
  while (ended < ends.length) {
    const height = Math.min((begins[begun] ?? Infinity) - margin, (ends[ended] ?? Infinity) + margin);
    while (begun < begins.length && (begins[begun] ?? 0) - margin <= height) begun += 1;
    active = Math.max(active, begun - ended);
    work += workOf(1, Math.min(most, begun - ended));
    while (ended < ends.length && (ends[ended] ?? 0) + margin <= height) ended += 1;
  }
  return { work, active };
}
