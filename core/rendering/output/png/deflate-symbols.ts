/** The symbols of deflate for lengths and distances, with their extra bits (RFC 1951, 3.2.5). */

/** The symbol that ends a block. */
export const END_OF_BLOCK = 256;
export const LITERAL_SYMBOLS = 286;
export const DISTANCE_SYMBOLS = 30;

const FIRST_LENGTH_SYMBOL = 257;
const LONGEST = { length: 258, symbol: 285 };

/** The first length or distance of each symbol. */
export const LENGTH_BASE = basesOf(28, 4, 3);
export const DISTANCE_BASE = basesOf(30, 2, 1);

/** The first value of each symbol. Each `perSize` symbols have one extra bit more than those before. */
function basesOf(count: number, perSize: number, first: number): Int32Array {
  const bases = new Int32Array(count);
  let base = first;
  for (let symbol = 0; symbol < count; symbol++) {
    bases[symbol] = base;
    base += 1 << extraBits(symbol, perSize);
  }
  return bases;
}

function extraBits(symbol: number, perSize: number): number {
  return Math.max(0, Math.floor(symbol / perSize) - 1);
}

/** The extra bits of each symbol for a length, from 257 on. */
export const LENGTH_EXTRA = Uint8Array.from({ length: 29 }, (_, symbol) => (symbol === 28 ? 0 : extraBits(symbol, 4)));
/** The extra bits of each symbol for a distance. */
export const DISTANCE_EXTRA = Uint8Array.from({ length: 30 }, (_, symbol) => extraBits(symbol, 2));

/** Symbols for lengths from 3 to 258, less 257. */
export const LENGTH_SYMBOL = Uint8Array.from({ length: LONGEST.length + 1 }, (_, length) =>
  length === LONGEST.length
    ? LONGEST.symbol - FIRST_LENGTH_SYMBOL
    : Math.max(
        0,
        LENGTH_BASE.findLastIndex((base) => base <= length),
      ),
);

/** The symbol of a distance from 1 to 32768. */
export function distanceSymbol(distance: number): number {
  const least = distance - 1;
  if (least < 4) return least;
  const size = 31 - Math.clz32(least);
  return 2 * size + ((least >>> (size - 1)) & 1);
}

/** What is added to the distance of a symbol, in its extra bits. */
export function distanceRest(distance: number, symbol: number): number {
  return distance - (DISTANCE_BASE[symbol] ?? 0);
}
