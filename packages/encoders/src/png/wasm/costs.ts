/** The probable costs of bytes and repetitions, before their codes are known. */
import { add, BYTE_COSTS, DISTANCE_COSTS, entry, LENGTH_COSTS, LITERAL_COUNTS } from "./memory";
import { DISTANCE_SYMBOLS, distanceExtra, lengthExtra, lengthSymbol, MAX_LENGTH, MIN_LENGTH } from "./symbols";

/** Costs are in 16ths of a bit. */
const BIT: u32 = 16;
const RARE: u32 = 13 * BIT;
/** Symbols of repetitions share the codes, so a byte costs more than among bytes alone. */
const SHARED: u32 = BIT;
/** One of every four groups of eight bytes is counted. */
const SAMPLE: usize = 4;

/** The costs of the symbols of lengths and distances, measured in the photos of the benchmark in three iterations. */
const LENGTHS: usize = memory.data<u8>([
  160, 96, 64, 37, 128, 96, 104, 128, 128, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144, 144,
  144, 144, 144, 144, 64,
]);
const DISTANCES: usize = memory.data<u8>([
  64, 128, 128, 128, 128, 128, 112, 112, 104, 112, 88, 93, 80, 77, 72, 72, 64, 72, 61, 64, 58, 64, 58, 64, 64, 72, 77,
  88, 104, 128,
]);

/** Writes the costs of lengths and distances. They are the same for all bands. */
export function writeUsualCosts(): void {
  for (let length = MIN_LENGTH; length <= MAX_LENGTH; length++) {
    const symbol = lengthSymbol(length);
    store<u32>(entry(LENGTH_COSTS, length), load<u8>(LENGTHS + symbol) + lengthExtra(symbol) * BIT);
  }
  for (let symbol: u32 = 0; symbol < DISTANCE_SYMBOLS; symbol++) {
    store<u32>(entry(DISTANCE_COSTS, symbol), load<u8>(DISTANCES + symbol) + distanceExtra(symbol) * BIT);
  }
}

/** Writes the costs of bytes, by how often they occur in the filtered rows. */
export function writeByteCosts(from: usize, to: usize): void {
  memory.fill(LITERAL_COUNTS, 0, 4 * 256);
  let total: u32 = 0;
  for (let at = from + 8; at + 8 <= to; at += 8 * SAMPLE) {
    const bytes = load<u64>(at);
    // Runs become repetitions, so their bytes do not count.
    if (bytes === load<u64>(at - 3) || bytes === load<u64>(at - 4)) continue;
    for (let index: usize = 0; index < 8; index++) add(entry(LITERAL_COUNTS, load<u8>(at + index)), 1);
    total += 8;
  }
  for (let byte: u32 = 0; byte < 256; byte++) {
    const count = load<u32>(entry(LITERAL_COUNTS, byte));
    const cost = count === 0 ? RARE : max(BIT >> 1, logarithm(total) - logarithm(count));
    store<u32>(entry(BYTE_COSTS, byte), cost + SHARED);
  }
}

/**
 * Returns the approximate logarithm to base 2, in 16ths. Between two powers of 2, it is a little above the straight
 * line.
 */
export function logarithm(value: u32): u32 {
  const size = 31 - clz(value);
  const rest = ((value << (31 - size)) >> 23) & 255;
  const bend = (rest * (256 - rest) * 11) >> 9;
  return (size << 4) + ((rest * 16 + 128 + bend) >> 8);
}
