/**
 * The filters of PNG: a row is stored as its differences from pixels that are known already. All four channels of a pixel
 * are computed at once. `~HIGH` are the lower seven bits of each channel.
 */

/**
 * The filters in use, as PNG numbers them. Paeth (4) is left out: it takes longer than all of these, and the files of the
 * benchmark are between 2 % larger and 2 % smaller with it.
 */
export const FILTERS = { sub: 1, up: 2, average: 3 } as const;

export type Filter = (typeof FILTERS)[keyof typeof FILTERS];

/** Pixels of some rows, one word for each. The byte order is that of memory: red is the lowest byte. */
export interface PixelRows {
  readonly pixels: Int32Array;
  readonly width: number;
}

const HIGH = 0x80808080 | 0;
const LOW = 0x7f7f7f7f;
/** All but the lowest bit of each channel. */
const HALVES = 0xfefefefe | 0;

/** The words of a row that decide about its filter. A stride that is no power of two meets all columns of a pattern. */
const SAMPLE_STRIDE = 3;
const SAMPLED_FROM_WIDTH = 64;

/** About how many bits a difference takes, by its byte. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const size = Math.min(byte, 256 - byte);
  return size === 0 ? 1 : 3 + Math.round(2 * Math.log2(size));
});

/**
 * The filter for a row that probably takes the fewest bits. The first row of a band has no row above: a filter that looks
 * there would depend on pixels of another band.
 */
export function chooseFilter({ pixels, width }: PixelRows, start: number, hasAbove: boolean): Filter {
  if (!hasAbove) return FILTERS.sub;
  const step = width < SAMPLED_FROM_WIDTH ? 1 : SAMPLE_STRIDE;
  let [sub, up, average] = [0, 0, 0];
  for (let at = start + 1; at < start + width; at += step) {
    const pixel = pixels[at] ?? 0;
    const left = pixels[at - 1] ?? 0;
    const above = pixels[at - width] ?? 0;
    if (pixel === left && pixel === above) continue;
    sub += bitsOf(difference(pixel, left));
    up += bitsOf(difference(pixel, above));
    average += bitsOf(difference(pixel, mean(left, above)));
  }
  if (sub <= up) return sub <= average ? FILTERS.sub : FILTERS.average;
  return up <= average ? FILTERS.up : FILTERS.average;
}

function bitsOf(word: number): number {
  return (
    (BITS[word & 255] ?? 0) +
    (BITS[(word >>> 8) & 255] ?? 0) +
    (BITS[(word >>> 16) & 255] ?? 0) +
    (BITS[word >>> 24] ?? 0)
  );
}

/** The difference of each channel, modulo 256. */
function difference(one: number, other: number): number {
  return ((((one | HIGH) - (other & LOW)) | 0) ^ ((one ^ ~other) & HIGH)) | 0;
}

/** The mean of each channel, rounded down. */
function mean(one: number, other: number): number {
  return ((one & other) + (((one ^ other) & HALVES) >>> 1)) | 0;
}

/** Writes the differences of a row to `target`. `mask` has the bits of the channels that are stored. */
export function filterRow(
  { pixels, width }: PixelRows,
  start: number,
  filter: Filter,
  target: Int32Array,
  to: number,
  mask: number,
): void {
  switch (filter) {
    case FILTERS.sub:
      subtractLeft(pixels, start, width, target, to, mask);
      return;
    case FILTERS.up:
      for (let x = 0; x < width; x++) {
        target[to + x] = difference(pixels[start + x] ?? 0, pixels[start + x - width] ?? 0) & mask;
      }
      return;
    case FILTERS.average:
      subtractMean(pixels, start, width, target, to, mask);
  }
}

function subtractLeft(
  pixels: Int32Array,
  start: number,
  width: number,
  target: Int32Array,
  to: number,
  mask: number,
): void {
  let left = 0;
  for (let x = 0; x < width; x++) {
    const pixel = pixels[start + x] ?? 0;
    target[to + x] = difference(pixel, left) & mask;
    left = pixel;
  }
}

function subtractMean(
  pixels: Int32Array,
  start: number,
  width: number,
  target: Int32Array,
  to: number,
  mask: number,
): void {
  let left = 0;
  for (let x = 0; x < width; x++) {
    const pixel = pixels[start + x] ?? 0;
    target[to + x] = difference(pixel, mean(left, pixels[start + x - width] ?? 0)) & mask;
    left = pixel;
  }
}
