import type { Coverage } from "./coverage.js";

/** The weights are fractions of this. */
const WHOLE = 256;

/**
 * Grows an area by a length in pixels on every side, or shrinks it by a negative length. A pixel gets the largest
 * product of a pixel nearby and the weight of their distance: 1 up to the length, and then less, down to 0 one pixel
 * farther. So corners become round and edges stay smooth.
 */
export function spreadCoverage(source: Coverage, length: number): Coverage {
  if (length === 0) return source;
  const reach = Math.ceil(Math.abs(length)) + 1;
  // An area shrinks as far as everything around it grows.
  const ground = length > 0 ? 0 : 255;
  const padded = pad(source, reach, ground);
  const grown = grow(padded, Math.abs(length), reach);
  if (ground === 0) return grown;
  for (let index = 0; index < grown.values.length; index++) grown.values[index] = 255 - (grown.values[index] ?? 0);
  return grown;
}

/** Returns an area with a margin. With a ground of 255, the area and its margin are inverted. */
function pad({ left, top, width, height, values }: Coverage, margin: number, ground: 0 | 255): Coverage {
  const padded = { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
  const result = new Uint8Array(padded.width * padded.height).fill(ground);
  for (let row = 0; row < height; row++) {
    const to = (row + margin) * padded.width + margin;
    for (let column = 0; column < width; column++) {
      result[to + column] = Math.abs(ground - (values[row * width + column] ?? 0));
    }
  }
  return { ...padded, values: result };
}

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

function grow(source: Coverage, length: number, reach: number): Coverage {
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
  return { ...source, values: result };
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
    const weight = weightAt(half, down, length);
    const isInner = weight === WHOLE && weightAt(half + 1, down, length) === WHOLE;
    return weight === 0 || isInner ? [] : [{ down, weight }];
  });
}

function weightAt(across: number, down: number, length: number): number {
  return Math.round(WHOLE * Math.min(1, Math.max(0, length + 1 - Math.hypot(across, down))));
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
      const value = ((values[at] ?? 0) * weight + WHOLE / 2) >> 8;
      if (value > (target[at + shift] ?? 0)) target[at + shift] = value;
    }
  }
}
