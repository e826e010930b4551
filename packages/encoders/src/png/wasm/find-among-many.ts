/**
 * Finds repetitions in the rows of a drawing. Its rows are not filtered, so the same few pixels occur again and again.
 */
import { LONG } from "./find-repetitions";
import { entry, LONG_STEPS, SEEN_BEFORE, STEPS } from "./memory";
import { sameBytes, slotOf } from "./repetition";
import { base, channels, nextPixel, rowFrom, stride } from "./rows";
import { MAX_DISTANCE, MAX_LENGTH, stepOf } from "./symbols";

/** The number of hashed bytes, and the length of the shortest repetition. */
const HASHED_BYTES: u64 = 4;
/** The largest number of places that are compared. */
const MOST_PLACES: u32 = 16;
/** A repetition of this length or more is used without comparing other places. */
const ENOUGH: u32 = 128;

/**
 * For each pixel of a segment, writes the longest repetition that begins there, among the latest places with the same
 * hash. Returns the end of the list of long repetitions.
 */
export function findAmongMany(from: usize, to: usize): usize {
  memory.fill(STEPS, 0, (to - from) << 2);
  let nextRow = rowFrom(from);
  let long = LONG_STEPS;
  let at = nextPixel(from, nextRow);
  while (at < to) {
    const length = findAt(at, from, to);
    const next = at + (length >= LONG ? <usize>length : 1);
    if (length >= LONG) {
      store<u32>(long, <u32>at);
      long += 4;
      if (isRun(at, length)) {
        // All pixels of a run are the same, so only the last ones are remembered.
        const last = next - LONG;
        while (nextRow < last) nextRow += stride;
        at = nextPixel(last, nextRow);
      }
    }
    // Pixels within a long repetition are not searched, but later ones can repeat them.
    for (at = afterPixel(at, nextRow); at < next; at = afterPixel(at, nextRow)) {
      if (at > nextRow) nextRow += stride;
      remember(at, slotOf(load<u64>(at), HASHED_BYTES));
    }
    if (at > nextRow) nextRow += stride;
  }
  return long;
}

/** Returns whether a repetition is long, and all of its pixels are the same. */
function isRun(at: usize, length: u32): bool {
  return length >= ENOUGH && sameBytes(at, at - channels, ENOUGH) === ENOUGH;
}

/** Returns the position after a pixel, or after the filter at the start of a row. */
function afterPixel(at: usize, nextRow: usize): usize {
  return at === nextRow ? at + 1 : at + channels;
}

/** Returns the length of the longest repetition at a position, or 0 if there is none. */
function findAt(at: usize, from: usize, to: usize): u32 {
  const slot = slotOf(load<u64>(at), HASHED_BYTES);
  const position = <u32>(at - base);
  const most = min(MAX_LENGTH, <u32>(to - at));
  let place: u32 = load<u16>(slot);
  let longest: u32 = 0;
  let distanceBefore: u32 = 0;
  for (let left = MOST_PLACES; left > 0; left--) {
    const distance = (position - place) & 0xffff;
    // Places that are too far away were replaced by nearer ones.
    if (distance <= distanceBefore || distance >= MAX_DISTANCE || distance > position) break;
    distanceBefore = distance;
    if (canBeLonger(at, distance, longest)) {
      const length = sameBytes(at, at - distance, most);
      if (length > longest && length >= <u32>HASHED_BYTES) {
        longest = length;
        store<u32>(entry(STEPS, <u32>(at - from)), stepOf(length, distance));
        if (length >= min(most, ENOUGH)) break;
      }
    }
    place = load<u16>(beforeOf(place));
  }
  remember(at, slot);
  return longest;
}

/** Returns whether a longer repetition is possible, by comparing the last bytes that it needs. */
function canBeLonger(at: usize, distance: u32, longest: u32): bool {
  if (longest < <u32>HASHED_BYTES) return true;
  const last = at + longest - 3;
  return load<u32>(last) === load<u32>(last - distance);
}

function remember(at: usize, slot: usize): void {
  const position = <u32>(at - base);
  store<u16>(beforeOf(position), load<u16>(slot));
  store<u16>(slot, <u16>position);
}

function beforeOf(position: u32): usize {
  return SEEN_BEFORE + ((position & (MAX_DISTANCE - 1)) << 1);
}
