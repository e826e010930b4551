import type { Coverage } from "./coverage.js";
import { discWeight, weighted, WHOLE } from "./disc-weight.js";

/** One row of the disc that grows an area: its distance from the middle, and its weight at the current half width. */
interface Chord {
  readonly down: number;
  readonly weight: number;
}

/** For each row, the columns of its first value that is not 0, and of the end of its last one. Both are 0 if it is empty. */
interface Spans {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Grows any area row by row of the disc. This takes a long time for a large disc, because it compares each pixel with
 * each row of the disc.
 */
export function growByChords(source: Coverage, length: number, reach: number): Uint8Array {
  const { width, height } = source;
  const result = source.values.slice();
  let widened = source.values;
  // Most of an area with a wide margin is empty, and nothing grows from there.
  const spans = filledSpans(source);
  for (let half = 0; half <= reach; half++) {
    if (half > 0) {
      for (let row = 0; row < height; row++) {
        if (spans.ends[row] === 0) continue;
        spans.starts[row] = Math.max(0, (spans.starts[row] ?? 0) - 1);
        spans.ends[row] = Math.min(width, (spans.ends[row] ?? 0) + 1);
      }
      // The maximum within `half` pixels to the left and right is that of two maxima one pixel closer.
      widened = widenRows(widened, width, spans);
    }
    for (const chord of chordsAt(half, length, reach)) raise(result, { ...source, values: widened }, spans, chord);
  }
  return result;
}

function filledSpans({ width, height, values }: Coverage): Spans {
  const [starts, ends] = [new Int32Array(height), new Int32Array(height)];
  for (let row = 0; row < height; row++) {
    const own = values.subarray(row * width, (row + 1) * width);
    starts[row] = Math.max(0, own.findIndex(isFilled));
    ends[row] = own.findLastIndex(isFilled) + 1;
  }
  return { starts, ends };
}

const isFilled = (value: number) => value > 0;

/** Returns the rows of the disc in which this half width adds something to the smaller ones. */
function chordsAt(half: number, length: number, reach: number): Chord[] {
  return Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach).flatMap((down) => {
    const weight = discWeight(half ** 2 + down ** 2, length);
    const isInner = weight === WHOLE && discWeight((half + 1) ** 2 + down ** 2, length) === WHOLE;
    return weight === 0 || isInner ? [] : [{ down, weight }];
  });
}

function widenRows(values: Uint8Array, width: number, { starts, ends }: Spans): Uint8Array {
  const result = values.slice();
  for (let row = 0; row < starts.length; row++) {
    const [start, end] = [row * width + (starts[row] ?? 0), row * width + (ends[row] ?? 0)];
    for (let at = start + 1; at < end; at++) {
      const before = values[at - 1] ?? 0;
      if (before > (result[at] ?? 0)) result[at] = before;
      const own = values[at] ?? 0;
      if (own > (result[at - 1] ?? 0)) result[at - 1] = own;
    }
  }
  return result;
}

/** Raises each pixel to the weighted value of the pixel `down` rows above it. */
function raise(target: Uint8Array, source: Coverage, { starts, ends }: Spans, { down, weight }: Chord): void {
  const { width, height, values } = source;
  const shift = down * width;
  const [first, last] = [Math.max(0, -down), Math.min(height, height - down)];
  for (let row = first; row < last; row++) {
    const end = row * width + (ends[row] ?? 0);
    for (let at = row * width + (starts[row] ?? 0); at < end; at++) {
      const value = weighted(values[at] ?? 0, weight);
      if (value > (target[at + shift] ?? 0)) target[at + shift] = value;
    }
  }
}
