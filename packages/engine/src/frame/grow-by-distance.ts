import type { Coverage } from "./coverage.js";
import { discWeight, weighted } from "./disc-weight.js";
import { distanceRows } from "./distance-rows.js";

/** The largest number of values whose pixels grow by their distance. */
const MAX_LEVELS = 4;

/** A disc of this radius in pixels has an edge of one pixel around it. */
interface Disc {
  readonly length: number;
  readonly reach: number;
}

/** The pixels beside a smaller value, in reading order. No others decide how an area grows: see `growByDistance`. */
interface Edge {
  readonly places: Int32Array;
  /** The squared distance from each place to the nearest pixel of a level that is at least its value. */
  readonly distances: Int32Array;
}

/** The result of growing by distance. */
export interface Grown {
  /** The number of comparisons for the pixels that are added one by one. */
  readonly comparisons: number;
  /** @default there would be too many comparisons */
  readonly values?: Uint8Array;
}

/**
 * Grows an area whose pixels mostly have a few values, such as a filled shape: each of these values grows by the
 * distance to its nearest pixel. The other pixels are added one by one. Most of them are on a smooth edge beside one of
 * these values, so only the edge of their disc can reach farther. Does not add them if that takes more than `most`
 * comparisons.
 *
 * A pixel that has no smaller value beside it adds nothing, because one of its neighbors is nearer to any other pixel
 * and has at least the same value.
 */
export function growByDistance(source: Coverage, disc: Disc, most: number): Grown {
  const result = source.values.slice();
  const edge = edgeOf(source);
  for (const level of levelsOf(source, edge, disc)) growLevel(source, level, disc, edge, result);
  const radii = Float64Array.from(edge.distances, (squared) => innerRadius(squared, disc));
  const comparisons = radii.reduce((sum, inner) => sum + comparisonsOf(inner, disc), 0);
  if (comparisons > most) return { comparisons };
  for (const [index, place] of edge.places.entries()) addRing(source, place, radii[index] ?? 0, disc, result);
  return { comparisons, values: result };
}

function edgeOf(source: Coverage): Edge {
  const { width, height, values } = source;
  const places: number[] = [];
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const own = values[at] ?? 0;
      if (own === 0) continue;
      const isEdge =
        (column > 0 && (values[at - 1] ?? 0) < own) ||
        (column < width - 1 && (values[at + 1] ?? 0) < own) ||
        (row > 0 && (values[at - width] ?? 0) < own) ||
        (row < height - 1 && (values[at + width] ?? 0) < own);
      if (isEdge) places.push(at);
    }
  }
  return { places: Int32Array.from(places), distances: new Int32Array(places.length).fill(2 ** 31 - 1) };
}

/** Returns the values that grow by distance: the largest one, and those of many pixels at edges. */
function levelsOf({ values }: Coverage, { places }: Edge, { reach }: Disc): number[] {
  const counts = new Int32Array(256);
  for (const place of places) {
    const value = values[place] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const largest = counts.findLastIndex((count) => count > 0);
  // Computing the distances of all pixels takes about as long as comparing this many.
  const least = (10 * values.length) / (Math.PI * reach ** 2);
  const frequent = [...counts.keys()]
    .filter((value) => value !== largest && (counts[value] ?? 0) > least)
    .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  return largest < 0 ? [] : [largest, ...frequent.slice(0, MAX_LEVELS - 1)];
}

function growLevel(source: Coverage, level: number, { length, reach }: Disc, edge: Edge, result: Uint8Array): void {
  const { width, values } = source;
  const { places, distances: nearest } = edge;
  const inside = length ** 2;
  let next = 0;
  distanceRows(source, level, reach, (row, distances) => {
    const start = row * width;
    for (let column = 0; column < width; column++) {
      const squared = distances[column] ?? 0;
      const value = squared <= inside ? level : weighted(level, discWeight(squared, length));
      if (value > (result[start + column] ?? 0)) result[start + column] = value;
    }
    for (; next < places.length && (places[next] ?? 0) < start + width; next++) {
      const place = places[next] ?? 0;
      const squared = distances[place - start] ?? 0;
      if ((values[place] ?? 0) <= level && squared < (nearest[next] ?? 0)) nearest[next] = squared;
    }
  });
}

/** The rounding error of a distance in pixels. */
const EPSILON = 1e-6;

/** Returns the radius within which a level covers the whole disc of a place. It is infinite for a place of the level. */
function innerRadius(squaredDistance: number, { length }: Disc): number {
  return squaredDistance === 0 ? Infinity : Math.max(0, length - Math.sqrt(squaredDistance) - EPSILON);
}

function comparisonsOf(inner: number, { reach }: Disc): number {
  return inner === Infinity ? 0 : Math.PI * (reach ** 2 - inner ** 2) + 4 * reach;
}

/** Raises the pixels of a place's disc, except for those within a radius. */
function addRing(
  { width, values }: Coverage,
  place: number,
  inner: number,
  { length, reach }: Disc,
  result: Uint8Array,
) {
  if (inner === Infinity) return;
  const value = values[place] ?? 0;
  const column = place % width;
  for (let down = -reach; down <= reach; down++) {
    const start = place + down * width;
    if (start < 0 || start >= result.length) continue;
    const outer = Math.floor(Math.sqrt(Math.max(0, (length + 1) ** 2 - down ** 2)));
    const skipped = inner > Math.abs(down) ? Math.floor(Math.sqrt(inner ** 2 - down ** 2)) : -1;
    for (let across = skipped + 1; across <= outer; across++) {
      const raised = weighted(value, discWeight(across ** 2 + down ** 2, length));
      if (column + across < width && raised > (result[start + across] ?? 0)) result[start + across] = raised;
      if (column - across >= 0 && raised > (result[start - across] ?? 0)) result[start - across] = raised;
    }
  }
}
