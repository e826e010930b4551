/** Finds where bytes of the band repeat earlier ones. */
import { entry, LONG_STEPS, SEEN, SEEN_BITS, SEEN_BYTES, STEPS } from "./memory";
import { MAX_DISTANCE, MAX_LENGTH, stepOf } from "./symbols";

/** So many bytes are hashed. Shorter repetitions seldom save bits. */
const HASHED_BYTES: u64 = 6;
/** Found by chance, as two sequences can have the same hash. */
const MIN_FOUND: u32 = 5;
/** What one load compares. */
const COMPARED: u32 = 8;
/** A repetition of so many bytes is taken, whatever else begins within it. A multiple of 4. */
export const LONG: u32 = 32;

/** Forgets all bytes. */
export function startFinding(end: usize): void {
  memory.fill(SEEN, 0, SEEN_BYTES);
  // What is loaded beyond the end must not depend on the band before.
  v128.store(end, i32x4.splat(0));
}

/** The rows of a band. */
let base: usize = 0;
let stride: usize = 0;
let channels: usize = 0;

export function setRows(start: usize, rowBytes: usize, bytesPerPixel: usize): void {
  base = start;
  stride = rowBytes;
  channels = bytesPerPixel;
}

/**
 * Writes the repetition that begins at each position of a segment. Only positions at which a pixel begins are tried if
 * `wholePixels` is set. Returns the end of the list of long ones.
 */
export function findRepetitions(from: usize, to: usize, wholePixels: bool): usize {
  memory.fill(STEPS, 0, (to - from) << 2);
  let nextRow = base + ((from - base + stride - 1) / stride) * stride;
  const pixelStep = wholePixels ? channels : 1;
  let long = LONG_STEPS;
  let at = wholePixels ? nextPixel(from, nextRow) : from;
  while (at < to) {
    const length = findAt(at, from, to);
    if (length >= LONG) {
      store<u32>(long, <u32>at);
      long += 4;
      at += length;
      // What follows a long repetition is often at the same distance from it.
      for (let last = at - 4; last < at; last++) store<u16>(slotOf(load<u64>(last)), <u16>(last - base));
      while (nextRow < at) nextRow += stride;
      if (wholePixels) at = nextPixel(at, nextRow);
    } else if (at === nextRow) {
      at++;
      nextRow += stride;
    } else {
      at += pixelStep;
    }
  }
  return long;
}

/** The length of the repetition at a position, or less than any. */
function findAt(at: usize, from: usize, to: usize): u32 {
  const bytes = load<u64>(at);
  const slot = slotOf(bytes);
  const position = <u32>(at - base);
  const distance = (position - load<u16>(slot)) & 0xffff;
  store<u16>(slot, <u16>position);
  const place = entry(STEPS, <u32>(at - from));
  // No branches but for long repetitions: in a photo, no processor can predict them.
  const isUsable = (<u32>(distance - 1 < MAX_DISTANCE)) & (<u32>(distance <= position));
  const same = (<u32>(ctz(load<u64>(at - distance) ^ bytes) >> 3)) & (0 - isUsable);
  const length = min(same, <u32>(to - at));
  store<u32>(place, stepOf(length, distance) & (0 - <u32>(length >= MIN_FOUND)));
  if (length < COMPARED) return length;
  const whole = sameBytes(at, at - distance, min(MAX_LENGTH, <u32>(to - at)));
  store<u32>(place, stepOf(whole, distance));
  return whole;
}

/** Where the position of these bytes is kept. */
function slotOf(bytes: u64): usize {
  const hash = ((bytes << (64 - 8 * HASHED_BYTES)) * 0x9e37_79b9_7f4a_7c15) >> (64 - SEEN_BITS);
  return SEEN + ((<usize>hash) << 1);
}

function sameBytes(at: usize, earlier: usize, most: u32): u32 {
  for (let length: u32 = 0; length < most; length += 16) {
    const same = i8x16.eq(v128.load(at + length), v128.load(earlier + length));
    const differing = ~i8x16.bitmask(same) & 0xffff;
    if (differing !== 0) return min(length + ctz(differing), most);
  }
  return most;
}

/** The first position from `at` on at which a pixel begins, or the next row. */
function nextPixel(at: usize, nextRow: usize): usize {
  const left = nextRow - at;
  return at + (left % channels);
}
