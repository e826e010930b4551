/**
 * The checksum of a zlib stream (RFC 1950): two sums. The first one adds the bytes, and the second one adds all values
 * of the first.
 */

const MODULUS = 65_521;

/** The checksum of an empty stream. */
export const EMPTY_ADLER = 1;

/** Returns the checksum of two consecutive pieces. `secondLength` is the number of bytes of the second piece. */
export function combineAdler(first: number, second: number, secondLength: number): number {
  const [low, high] = [first & 0xffff, first >>> 16];
  const [otherLow, otherHigh] = [second & 0xffff, second >>> 16];
  // The second piece started with 1 and not with `low`, and that difference was added once for each of its bytes.
  const added = low + MODULUS - 1;
  const sum = (otherLow + added) % MODULUS;
  const sumOfSums = (high + otherHigh + (secondLength % MODULUS) * (added % MODULUS)) % MODULUS;
  return ((sumOfSums << 16) | sum) >>> 0;
}
