/**
 * Writes the header of a deflate block with its own codes (RFC 1951, 3.2.7): the lengths of the codes, which are
 * Huffman-coded too.
 */
import { write, writeCode } from "./bit-writer";
import { codeLengths, writeCodes } from "./huffman";
import { add, CODE_LENGTHS, entry, HEAD_SCRATCH } from "./memory";
import { FIRST_LENGTH } from "./symbols";

const SYMBOLS: u32 = 19;
const MAX_CODE_LENGTH: u32 = 7;
/** The order in which the lengths of the header's own codes are stored, and the smallest number of them. */
const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
const MIN_STORED: u32 = 4;
/** The symbols of repetitions: of the previous length, of few zeros, and of many zeros. */
const AGAIN: u32 = 16;
const ZEROS: u32 = 17;
const MANY_ZEROS: u32 = 18;

const COUNTS: usize = HEAD_SCRATCH;
const LENGTHS: usize = COUNTS + 4 * 32;
const CODES: usize = LENGTHS + 32;
/** A symbol, its extra bits, and their number, a byte for each. */
const TOKENS: usize = CODES + 4 * 32;

/** Writes the header. `literals` and `distances`: the number of codes of each kind. */
export function writeHead(literals: u32, distances: u32): void {
  memory.fill(COUNTS, 0, 4 * SYMBOLS);
  const end = findTokens(literals + distances);
  codeLengths(COUNTS, SYMBOLS, MAX_CODE_LENGTH, LENGTHS);
  writeCodes(LENGTHS, SYMBOLS, CODES);
  let stored = SYMBOLS;
  while (stored > MIN_STORED && load<u8>(LENGTHS + load<u8>(ORDER + stored - 1)) === 0) stored--;
  write(literals - FIRST_LENGTH, 5);
  write(distances - 1, 5);
  write(stored - MIN_STORED, 4);
  for (let index: u32 = 0; index < stored; index++) write(load<u8>(LENGTHS + load<u8>(ORDER + index)), 3);
  for (let token = TOKENS; token < end; token += 4) {
    writeCode(load<u32>(entry(CODES, load<u8>(token))));
    write(load<u8>(token, 1), load<u8>(token, 2));
  }
}

/** Finds the symbols of the lengths. Returns their end. */
function findTokens(count: u32): usize {
  let end = TOKENS;
  for (let at: u32 = 0; at < count;) {
    const length: u32 = load<u8>(CODE_LENGTHS + at);
    let next = at + 1;
    while (next < count && load<u8>(CODE_LENGTHS + next) === length) next++;
    let left = next - at;
    at = next;
    if (length > 0) {
      end = put(end, length, 0, 0);
      left--;
    }
    while (left >= 3) {
      const most: u32 = length > 0 ? 6 : left < 11 ? 10 : 138;
      const taken = min(left, most);
      if (length > 0) end = put(end, AGAIN, taken - 3, 2);
      else if (taken < 11) end = put(end, ZEROS, taken - 3, 3);
      else end = put(end, MANY_ZEROS, taken - 11, 7);
      left -= taken;
    }
    for (; left > 0; left--) end = put(end, length, 0, 0);
  }
  return end;
}

function put(at: usize, symbol: u32, extra: u32, bits: u32): usize {
  add(entry(COUNTS, symbol), 1);
  store<u32>(at, symbol | (extra << 8) | (bits << 16));
  return at + 4;
}
