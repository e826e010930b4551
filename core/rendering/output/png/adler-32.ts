/** The checksum of a zlib stream (RFC 1950): two sums of bytes, the second one of all values of the first. */
import type { FilteredRows } from "./find-matches.js";

const MODULUS = 65_521;

/** The checksum of nothing. */
export const EMPTY_ADLER = 1;

/** The checksum of two pieces in a row. `secondLength` is the number of bytes of the second piece. */
export function combineAdler(first: number, second: number, secondLength: number): number {
  const [low, high] = [first & 0xffff, first >>> 16];
  const [otherLow, otherHigh] = [second & 0xffff, second >>> 16];
  // The second piece started with 1 and not with `low`, and that difference was added once for each of its bytes.
  const added = low + MODULUS - 1;
  const sum = (otherLow + added) % MODULUS;
  const sumOfSums = (high + otherHigh + (secondLength % MODULUS) * (added % MODULUS)) % MODULUS;
  return ((sumOfSums << 16) | sum) >>> 0;
}

/** The sums stay below 2³¹ for this many words if they are reduced in between: 1,000 words have 4,000 bytes of at most 255. */
const WORDS_AT_ONCE = 700;

/** The checksum of filtered rows: of the filter of each row, and of the bytes of its words. */
export function adlerOfRows({ words, filters, empty, width, rows, channels }: FilteredRows): number {
  let [low, high] = [1, 0];
  for (let row = 0; row < rows; row++) {
    low += filters[row] ?? 0;
    high += low;
    if (empty[row] === 1) {
      [low, high] = [low % MODULUS, (high + (low % MODULUS) * ((width * channels) % MODULUS)) % MODULUS];
      continue;
    }
    const end = (row + 1) * width;
    for (let from = row * width; from < end; from += WORDS_AT_ONCE) {
      const sums = addWords(words, from, Math.min(end, from + WORDS_AT_ONCE), channels, low % MODULUS);
      [low, high] = [sums.low % MODULUS, (high + sums.high) % MODULUS];
    }
  }
  return ((high << 16) | low) >>> 0;
}

/** The sums after some words. `high` is only what these words add. */
function addWords(words: Int32Array, from: number, to: number, channels: number, before: number) {
  let [low, high] = [before, 0];
  for (let index = from; index < to; index++) {
    let word = words[index] ?? 0;
    if (word === 0) {
      high += low * channels;
      continue;
    }
    for (let channel = 0; channel < channels; channel++) {
      low += word & 255;
      high += low;
      word >>>= 8;
    }
  }
  return { low, high };
}
