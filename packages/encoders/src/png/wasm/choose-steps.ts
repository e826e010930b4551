/** Chooses between bytes and repetitions, so that the whole segment costs the fewest bits. */
import { BYTE_COSTS, DISTANCE_COSTS, entry, LENGTH_COSTS, LONG_STEPS, STEPS, WAY_COSTS } from "./memory";
import { LONG } from "./find-repetitions";
import { distanceSymbol, MIN_LENGTH, ONE_LONGER, stepDistance, stepLength } from "./symbols";

/** A cost that is higher than that of any path. */
const NO_WAY: u32 = 0x7f00_0000;
/** A repetition up to this length is tried only in full and one byte shorter. */
const SHORT: u32 = 8;
/** The largest number of bytes by which a longer repetition is shortened. */
const MOST_CUT: u32 = 12;

/** Replaces the repetitions that were found with those to use, from the end of the segment to its beginning. */
export function chooseSteps(from: usize, to: usize, longEnd: usize): void {
  store<u32>(wayCost(to, from), 0);
  let at = to;
  for (let long = longEnd - 4; long >= LONG_STEPS; long -= 4) {
    const start = <usize>load<u32>(long);
    const step = load<u32>(entry(STEPS, <u32>(start - from)));
    const end = start + stepLength(step);
    const cost = chooseBetween(end, at, from) + load<u32>(entry(LENGTH_COSTS, stepLength(step))) + distanceCost(step);
    // No other repetition can end within a long one.
    for (let after: usize = 0; after < LONG; after += 4) v128.store(wayCost(start + after, from), i32x4.splat(NO_WAY));
    store<u32>(wayCost(start, from), cost);
    at = start;
  }
  chooseBetween(from, at, from);
}

/** Chooses the steps between two positions. Returns the cost from the first position to the end of the segment. */
function chooseBetween(first: usize, last: usize, from: usize): u32 {
  let cost = load<u32>(wayCost(last, from));
  for (let at = last - 1; at >= first; at--) {
    const place = entry(STEPS, <u32>(at - from));
    const step = load<u32>(place);
    cost += load<u32>(entry(BYTE_COSTS, load<u8>(at)));
    if (step !== 0) cost = chooseAt(at, step, cost, place, from);
    store<u32>(wayCost(at, from), cost);
  }
  return cost;
}

/**
 * Chooses between a repetition and a byte. `byByte`: the cost up to the end if the byte is chosen. Returns the lower
 * cost.
 */
function chooseAt(at: usize, step: u32, byByte: u32, place: usize, from: usize): u32 {
  const length = stepLength(step);
  const far = distanceCost(step);
  let best: u32 = 0;
  let cost = byByte;
  let shorter = step;
  // The costs of the path after the repetition, and of its length. Both tables have an entry for each byte.
  let after = wayCost(at + length, from);
  let lengths = entry(LENGTH_COSTS, length);
  const tries: u32 = length <= SHORT ? 2 : min(MOST_CUT, length - MIN_LENGTH) + 1;
  for (let cut: u32 = 0; cut < tries; cut++) {
    const total = far + load<u32>(lengths) + load<u32>(after);
    best = select<u32>(shorter, best, total < cost);
    cost = min(total, cost);
    shorter -= ONE_LONGER;
    after -= 4;
    lengths -= 4;
  }
  store<u32>(place, best);
  return cost;
}

function distanceCost(step: u32): u32 {
  return load<u32>(entry(DISTANCE_COSTS, distanceSymbol(stepDistance(step))));
}

function wayCost(at: usize, from: usize): usize {
  return entry(WAY_COSTS, <u32>(at - from));
}
