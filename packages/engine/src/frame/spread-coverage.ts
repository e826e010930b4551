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

function grow(source: Coverage, length: number, reach: number): Coverage {
  const { width, height } = source;
  const result = source.values.slice();
  let widened = source.values;
  for (let half = 0; half <= reach; half++) {
    // The maximum within `half` pixels to the left and right is that of two maxima one pixel closer.
    if (half > 0) widened = widenRows(widened, width, height);
    for (const chord of chordsAt(half, length, reach)) raise(result, widened, width, height, chord);
  }
  return { ...source, values: result };
}

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

function widenRows(values: Uint8Array, width: number, height: number): Uint8Array {
  const result = values.slice();
  for (let row = 0; row < height; row++) {
    const [start, end] = [row * width, (row + 1) * width];
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
function raise(target: Uint8Array, source: Uint8Array, width: number, height: number, { down, weight }: Chord): void {
  const [first, last] = [Math.max(0, down), Math.min(height, height + down)];
  const shift = down * width;
  for (let at = first * width; at < last * width; at++) {
    const value = ((source[at - shift] ?? 0) * weight + WHOLE / 2) >> 8;
    if (value > (target[at] ?? 0)) target[at] = value;
  }
}
