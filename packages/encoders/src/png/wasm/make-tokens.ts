/** Turns filtered rows into tokens. A token is a byte or a repetition (`stepOf`). Counts the symbols of both. */
import { chooseSteps } from "./choose-steps";
import { writeByteCosts, writeUsualCosts } from "./costs";
import { findAmongMany } from "./find-among-many";
import { findRepetitions, startFinding } from "./find-repetitions";
import { add, DISTANCE_COUNTS, entry, LITERAL_COUNTS, SEGMENT_BYTES, STEPS, TOKENS } from "./memory";
import {
  distanceSymbol,
  END_OF_BLOCK,
  FIRST_LENGTH,
  lengthSymbol,
  LITERAL_SYMBOLS,
  stepDistance,
  stepLength,
} from "./symbols";

/**
 * A segment with more tokens per 16 bytes is noise. In the next segment, only whole pixels are searched for, which
 * takes a third of the time.
 */
const NOISE: usize = 6;

/** Makes the tokens of the band. For a drawing, it compares more repetitions. Returns the end of the tokens. */
export function makeTokens(from: usize, to: usize, isDrawing: bool): usize {
  startFinding(to);
  writeUsualCosts();
  writeByteCosts(from, to);
  memory.fill(LITERAL_COUNTS, 0, 4 * LITERAL_SYMBOLS);
  memory.fill(DISTANCE_COUNTS, 0, 4 * 32);
  let tokens = TOKENS;
  let isNoise = false;
  for (let at = from; at < to; at += SEGMENT_BYTES) {
    const end = min(to, at + SEGMENT_BYTES);
    chooseSteps(at, end, isDrawing ? findAmongMany(at, end) : findRepetitions(at, end, isNoise));
    const before = tokens;
    tokens = appendTokens(at, end, tokens);
    isNoise = (tokens - before) >> 2 > ((end - at) * NOISE) >> 4;
  }
  add(entry(LITERAL_COUNTS, END_OF_BLOCK), 1);
  return tokens;
}

/** Appends the tokens of a segment. Returns their end. */
function appendTokens(from: usize, to: usize, tokens: usize): usize {
  let end = tokens;
  for (let at = from; at < to; end += 4) {
    const step = load<u32>(entry(STEPS, <u32>(at - from)));
    if (step === 0) {
      const byte = load<u8>(at);
      add(entry(LITERAL_COUNTS, byte), 1);
      store<u32>(end, byte);
      at++;
      continue;
    }
    const length = stepLength(step);
    add(entry(LITERAL_COUNTS, FIRST_LENGTH + lengthSymbol(length)), 1);
    add(entry(DISTANCE_COUNTS, distanceSymbol(stepDistance(step))), 1);
    store<u32>(end, step);
    at += length;
  }
  return end;
}
