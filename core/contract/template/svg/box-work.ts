/**
 * The work for paths whose segments are all upright or level. Cairo 1.18 makes boxes of them: at the height of each end, it
 * goes through all upright edges that are active there, and for edges in the same place once more for each of them.
 */
import type { Span } from "./path-extent.js";

/** Microseconds for each height at which a segment begins or ends, and each pair of edges that are active there. */
const PAIR_US = 0.008;
/** Below this, the time does not matter. */
const LEAST_US = 500;

/** Microseconds for the boxes of a path, at any size. `margin` is half the width of a stroke, and 0 for an area. */
export function boxWork(spans: readonly Span[], margin: number): number {
  const upright = margin > 0 ? spans : spans.filter(({ top, bottom }) => bottom > top);
  // Edges that lie upon each other are one.
  const most = 2 * placesOf(upright);
  const bound = workOf(2 * upright.length, Math.min(most, upright.length));
  return bound < LEAST_US ? bound : sweep(upright, margin, most);
}

/** In how many places from left to right there are segments. */
export function placesOf(spans: readonly Span[]): number {
  return new Set(spans.map(({ left }) => left)).size;
}

/** The spans of a path that is turned by a right angle. */
export function turned(spans: readonly Span[]): Span[] {
  return spans.map(({ left, right, top, bottom }) => ({ left: top, right: bottom, top: left, bottom: right }));
}

/** Microseconds for a clip path with a number of upright edges. All shapes of a clip path are drawn as one path. */
export function clipWork(edges: number): number {
  return workOf(edges, edges / 2);
}

function workOf(heights: number, active: number): number {
  return heights * active ** 2 * PAIR_US;
}

/** Adds up the work at each height, from the top to the bottom. */
function sweep(spans: readonly Span[], margin: number, most: number): number {
  const tops = Float64Array.from(spans, ({ top }) => top - margin).sort();
  const bottoms = Float64Array.from(spans, ({ bottom }) => bottom + margin).sort();
  let [work, begun, ended] = [0, 0, 0];
  while (ended < bottoms.length) {
    const height = Math.min(tops[begun] ?? Infinity, bottoms[ended] ?? Infinity);
    while (begun < tops.length && (tops[begun] ?? 0) <= height) begun += 1;
    work += workOf(1, Math.min(most, begun - ended));
    while (ended < bottoms.length && (bottoms[ended] ?? 0) <= height) ended += 1;
  }
  return work;
}
