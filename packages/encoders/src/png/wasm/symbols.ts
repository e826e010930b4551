/** The symbols of deflate for lengths and distances, with their extra bits (RFC 1951, 3.2.5). */

export const END_OF_BLOCK: u32 = 256;
export const FIRST_LENGTH: u32 = 257;
export const LITERAL_SYMBOLS: u32 = 286;
export const DISTANCE_SYMBOLS: u32 = 30;
export const MIN_LENGTH: u32 = 3;
export const MAX_LENGTH: u32 = 258;
export const MAX_DISTANCE: u32 = 32768;

const LONGEST_SYMBOL: u32 = 28;

/** Returns the symbol of a length, minus 257. */
export function lengthSymbol(length: u32): u32 {
  if (length === MAX_LENGTH) return LONGEST_SYMBOL;
  const rest = length - MIN_LENGTH;
  if (rest < 8) return rest;
  const size = 31 - clz(rest);
  return (size << 2) - 4 + ((rest >> (size - 2)) & 3);
}

/** Returns the number of extra bits that follow the symbol of a length. */
export function lengthExtra(symbol: u32): u32 {
  return symbol < 8 || symbol === LONGEST_SYMBOL ? 0 : (symbol >> 2) - 1;
}

/** Returns the symbol of a distance. */
export function distanceSymbol(distance: u32): u32 {
  const rest = distance - 1;
  if (rest < 4) return rest;
  const size = 31 - clz(rest);
  return (size << 1) + ((rest >> (size - 1)) & 1);
}

/** Returns the number of extra bits that follow the symbol of a distance. */
export function distanceExtra(symbol: u32): u32 {
  return symbol < 4 ? 0 : (symbol >> 1) - 1;
}

/**
 * A repetition in one word: its length above these bits, and its distance minus 1 below. The word is larger than any
 * byte.
 */
const DISTANCE_BITS: u32 = 15;
/** Adding this to a step makes the repetition one byte longer. */
export const ONE_LONGER: u32 = 1 << DISTANCE_BITS;

/** Returns a repetition as one word. */
export function stepOf(length: u32, distance: u32): u32 {
  return (length << DISTANCE_BITS) | (distance - 1);
}

/** Returns the length of a repetition. */
export function stepLength(step: u32): u32 {
  return step >> DISTANCE_BITS;
}

/** Returns the distance from a repetition back to the same bytes. */
export function stepDistance(step: u32): u32 {
  return (step & (MAX_DISTANCE - 1)) + 1;
}
