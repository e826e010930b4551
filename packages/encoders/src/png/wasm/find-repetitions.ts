/** Finds where bytes of the band repeat earlier ones. */
import { entry, LONG_STEPS, SEEN, SEEN_BYTES, STEPS } from "./memory";
import { sameBytes, slotOf } from "./repetition";
import { base, channels, nextPixel, rowFrom, stride } from "./rows";
import { MAX_DISTANCE, MAX_LENGTH, stepOf } from "./symbols";

/** The number of hashed bytes. Shorter repetitions seldom save bits. */
const HASHED_BYTES: u64 = 6;
/**
 * The shortest repetition that is used. It can be shorter than `HASHED_BYTES`, because two sequences can have the same
 * hash.
 */
const MIN_FOUND: u32 = 5;
/** The number of bytes that one load compares. */
const COMPARED: u32 = 8;
/** A repetition of this length or more is always used, regardless of others that begin within it. A multiple of 4. */
export const LONG: u32 = 32;

/** Forgets all bytes. */
export function startFinding(end: usize): void {
  memory.fill(SEEN, 0, SEEN_BYTES);
  // Bytes that are loaded beyond the end must not depend on the previous band.
  v128.store(end, i32x4.splat(0));
}

/**
 * Writes the repetition that begins at each position of a segment. If `wholePixels` is set, only positions where a
 * pixel begins are tried. Returns the end of the list of long repetitions.
 */
export function findRepetitions(from: usize, to: usize, wholePixels: bool): usize {
  memory.fill(STEPS, 0, (to - from) << 2);
  let nextRow = rowFrom(from);
  const pixelStep = wholePixels ? channels : 1;
  let long = LONG_STEPS;
  let at = wholePixels ? nextPixel(from, nextRow) : from;
  while (at < to) {
    const length = findAt(at, from, to);
    if (length >= LONG) {
      store<u32>(long, <u32>at);
      long += 4;
      at += length;
      // The bytes after a long repetition often repeat at the same distance.
      for (let last = at - 4; last < at; last++) store<u16>(slotOf(load<u64>(last), HASHED_BYTES), <u16>(last - base));
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

/** Returns the length of the repetition at a position, or less than `MIN_FOUND` if there is none. */
function findAt(at: usize, from: usize, to: usize): u32 {
  const bytes = load<u64>(at);
  const slot = slotOf(bytes, HASHED_BYTES);
  const position = <u32>(at - base);
  const distance = (position - load<u16>(slot)) & 0xffff;
  store<u16>(slot, <u16>position);
  const place = entry(STEPS, <u32>(at - from));
  // Only long repetitions take a branch: in a photo, no processor can predict branches.
  const isUsable = (<u32>(distance - 1 < MAX_DISTANCE)) & (<u32>(distance <= position));
  const same = (<u32>(ctz(load<u64>(at - distance) ^ bytes) >> 3)) & (0 - isUsable);
  const length = min(same, <u32>(to - at));
  store<u32>(place, stepOf(length, distance) & (0 - <u32>(length >= MIN_FOUND)));
  if (length < COMPARED) return length;
  const whole = sameBytes(at, at - distance, min(MAX_LENGTH, <u32>(to - at)));
  store<u32>(place, stepOf(whole, distance));
  return whole;
}
