/** Writes bits from the lowest bit of each byte up, as deflate does. */
import { DISTANCE_CODES, entry, LITERAL_CODES } from "./memory";
import {
  distanceExtra,
  distanceSymbol,
  FIRST_LENGTH,
  lengthExtra,
  lengthSymbol,
  MIN_LENGTH,
  stepDistance,
  stepLength,
} from "./symbols";

let at: usize = 0;
/** The bits that are not written yet, and their number, which is less than 32 between two calls. */
let bits: u64 = 0;
let count: u64 = 0;

/** Starts at an address, without pending bits. */
export function startAt(position: usize): void {
  at = position;
  bits = 0;
  count = 0;
}

/** Writes at most 32 bits. */
export function write(value: u32, size: u32): void {
  bits |= (<u64>value) << count;
  count += size;
  if (count < 32) return;
  store<u32>(at, <u32>bits);
  at += 4;
  bits >>= 32;
  count -= 32;
}

/** Writes the bits of a code. Their number is stored from bit 16 on. */
export function writeCode(code: u32): void {
  write(code & 0xffff, code >> 16);
}

/** Fills up the last byte with zeros. Returns the end of all bytes. */
export function finish(): usize {
  store<u32>(at, <u32>bits);
  return at + <usize>((count + 7) >> 3);
}

/** Writes the codes of tokens. The state is in local variables, because global ones are in memory. */
export function writeTokens(from: usize, to: usize): void {
  let place = at;
  let waiting = bits;
  let size = count;
  for (let token = from; token < to; token += 4) {
    const step = load<u32>(token);
    if (step < 256) {
      const code = load<u32>(entry(LITERAL_CODES, step));
      waiting |= (<u64>(code & 0xffff)) << size;
      size += code >> 16;
    } else {
      const symbol = lengthSymbol(stepLength(step));
      const code = load<u32>(entry(LITERAL_CODES, FIRST_LENGTH + symbol));
      waiting |= (<u64>(code & 0xffff)) << size;
      size += code >> 16;
      const extra = lengthExtra(symbol);
      waiting |= (<u64>((stepLength(step) - MIN_LENGTH) & ((1 << extra) - 1))) << size;
      size += extra;
      store<u32>(place, <u32>waiting);
      const full = size & 32;
      place += <usize>(full >> 3);
      waiting >>= full;
      size -= full;
      const far = distanceSymbol(stepDistance(step));
      const farCode = load<u32>(entry(DISTANCE_CODES, far));
      waiting |= (<u64>(farCode & 0xffff)) << size;
      size += farCode >> 16;
      const farExtra = distanceExtra(far);
      waiting |= (<u64>((stepDistance(step) - 1) & ((1 << farExtra) - 1))) << size;
      size += farExtra;
    }
    // Always write, but advance only if four bytes are full: a branch here could not be predicted.
    store<u32>(place, <u32>waiting);
    const full = size & 32;
    place += <usize>(full >> 3);
    waiting >>= full;
    size -= full;
  }
  at = place;
  bits = waiting;
  count = size;
}
