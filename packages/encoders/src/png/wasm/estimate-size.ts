/** Estimates how small filtered rows become, without compressing them. */
import { logarithm } from "./costs";
import { add, entry, LITERAL_COUNTS, SEEN, SEEN_BYTES } from "./memory";
import { sameBytes, slotOf } from "./repetition";
import { base, channels, nextPixel, stride } from "./rows";
import { MAX_DISTANCE, MAX_LENGTH } from "./symbols";

/** The cost of a repetition in 16ths of a bit, without the logarithm of its distance. */
const REPETITION: u32 = 7 << 4;
const HASHED_BYTES: u64 = 6;
const MIN_LENGTH: u32 = 6;
/**
 * The width of a strip in pixels. Only every second strip of each row is measured. Strips show which pixels repeat the
 * row above, which a selection of whole rows would not.
 */
const STRIP: usize = 128;
/** The number of rows after which the estimate ends, if more than five eighths of their bytes repeat nothing. */
const TRIED_ROWS: usize = 4;

/** The result for noise, whose size is not estimated. */
export const NOISE_SIZE: u32 = u32.MAX_VALUE;

/** The number of bytes that were read, the number of those that repeat nothing, and the cost of the repetitions. */
let seen: usize = 0;
let literals: u32 = 0;
let repetitions: u32 = 0;

/**
 * Returns the approximate number of bits of the band's rows, in 16ths. For short pictures and drawings, it is never
 * `NOISE_SIZE`.
 */
export function estimateSize(from: usize, to: usize): u32 {
  memory.fill(SEEN, 0, SEEN_BYTES);
  memory.fill(LITERAL_COUNTS, 0, 4 * 256);
  // Bytes that are loaded beyond the end must not depend on the previous band.
  v128.store(to, i32x4.splat(0));
  seen = 0;
  literals = 0;
  repetitions = 0;
  for (let row = from; row < to; row += stride) {
    if (row - from === TRIED_ROWS * stride && literals > <u32>((seen * 5) >> 3)) return NOISE_SIZE;
    const end = row + stride;
    for (let strip = row + 1; strip < end; strip += 2 * STRIP * channels) {
      readStrip(strip, min(end, strip + STRIP * channels));
    }
  }
  return repetitions + literalBits();
}

/** Adds the cost of a strip, if the nearest repetition is used at each pixel. */
function readStrip(from: usize, to: usize): void {
  seen += to - from;
  for (let at = from; at < to; ) {
    const bytes = load<u64>(at);
    const slot = slotOf(bytes, HASHED_BYTES);
    const position = <u32>(at - base);
    const distance = (position - load<u16>(slot)) & 0xffff;
    store<u16>(slot, <u16>position);
    let length: u32 = 0;
    if (distance - 1 < MAX_DISTANCE && distance <= position) {
      length = sameBytes(at, at - distance, min(MAX_LENGTH, <u32>(to - at)));
    }
    if (length >= MIN_LENGTH) {
      repetitions += REPETITION + logarithm(distance);
      at = nextPixel(at + length, to);
    } else {
      for (let index: usize = 0; index < channels; index++) add(entry(LITERAL_COUNTS, load<u8>(at + index)), 1);
      literals += <u32>channels;
      at += channels;
    }
  }
}

/** Returns the bits of the bytes outside of repetitions, estimated by how often they occur. */
function literalBits(): u32 {
  let size: u32 = 0;
  const all = logarithm(literals);
  for (let byte: u32 = 0; byte < 256; byte++) {
    const count = load<u32>(entry(LITERAL_COUNTS, byte));
    if (count > 0) size += count * (all - logarithm(count));
  }
  return size;
}
