import type { Coverage } from "./coverage.js";

/**
 * Computes the squared distance from each pixel to the nearest pixel whose value is at least `level`, row by row
 * (Meijster, Roerdink and Hesselink 2000). Distances of `farthest` pixels and more are not exact: they are at least that.
 *
 * @param onRow receives the squared distances of a row, which the next row replaces
 */
export function distanceRows(
  source: Coverage,
  level: number,
  farthest: number,
  onRow: (row: number, distances: Int32Array) => void,
): void {
  const { width, height } = source;
  const down = distancesInColumns(source, level, farthest);
  const distances = new Int32Array(width);
  const envelope = { columns: new Int32Array(width), starts: new Int32Array(width) };
  for (let row = 0; row < height; row++) {
    const own = down.subarray(row * width, (row + 1) * width);
    fillRow(distances, own, farthest, envelope);
    onRow(row, distances);
  }
}

/** Returns the distance from each pixel to the nearest one of its column, or `farthest`. */
function distancesInColumns({ width, height, values }: Coverage, level: number, farthest: number): Int32Array {
  const result = new Int32Array(width * height);
  for (let at = 0; at < result.length; at++) {
    const above = at < width ? farthest : (result[at - width] ?? 0);
    result[at] = (values[at] ?? 0) >= level ? 0 : Math.min(farthest, above + 1);
  }
  for (let at = result.length - width - 1; at >= 0; at--) {
    const below = (result[at + width] ?? 0) + 1;
    if (below < (result[at] ?? 0)) result[at] = below;
  }
  return result;
}

/** The columns that are nearest to some pixel of a row, and the first pixel for which each of them is. */
interface Envelope {
  readonly columns: Int32Array;
  readonly starts: Int32Array;
}

function fillRow(distances: Int32Array, down: Int32Array, farthest: number, { columns, starts }: Envelope): void {
  const width = down.length;
  let last = -1;
  for (let column = 0; column < width; column++) {
    const own = down[column] ?? 0;
    if (own >= farthest) continue;
    while (last >= 0) {
      const [nearest = 0, start = 0] = [columns[last], starts[last]];
      const far = down[nearest] ?? 0;
      if ((start - nearest) ** 2 + far ** 2 <= (start - column) ** 2 + own ** 2) break;
      last--;
    }
    if (last < 0) {
      last = 0;
      columns[0] = column;
      starts[0] = 0;
      continue;
    }
    const nearest = columns[last] ?? 0;
    const far = down[nearest] ?? 0;
    const start = 1 + Math.floor((column ** 2 - nearest ** 2 + own ** 2 - far ** 2) / (2 * (column - nearest)));
    if (start >= width) continue;
    last++;
    columns[last] = column;
    starts[last] = start;
  }
  if (last < 0) {
    distances.fill(farthest ** 2);
    return;
  }
  for (let at = width - 1; at >= 0; at--) {
    const nearest = columns[last] ?? 0;
    distances[at] = (at - nearest) ** 2 + (down[nearest] ?? 0) ** 2;
    if (at === starts[last]) last--;
  }
}
