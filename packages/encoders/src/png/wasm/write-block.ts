/** Writes the compressed rows of a band. */
import { finish, startAt, write, writeCode, writeTokens } from "./bit-writer";
import { codeLengths, writeCodes } from "./huffman";
import {
  BYTES,
  CODE_LENGTHS,
  DISTANCE_CODES,
  DISTANCE_COUNTS,
  entry,
  LITERAL_CODES,
  LITERAL_COUNTS,
  OUTPUT,
  TOKENS,
} from "./memory";
import { DISTANCE_SYMBOLS, distanceExtra, END_OF_BLOCK, FIRST_LENGTH, lengthExtra, LITERAL_SYMBOLS } from "./symbols";
import { writeHead } from "./write-head";

const MAX_CODE_LENGTH: u32 = 15;
/** The largest number of bytes in a stored block, and the number of bytes in its header. */
const MAX_STORED_BYTES: usize = 0xffff;
const STORED_HEAD_BYTES: usize = 5;

/** Writes the band as one block, or as stored blocks if those are smaller. Both end at a byte. Returns the end. */
export function writeBlock(tokensEnd: usize, bytesEnd: usize): usize {
  codeLengths(LITERAL_COUNTS, LITERAL_SYMBOLS, MAX_CODE_LENGTH, CODE_LENGTHS);
  const literals = usedSymbols(CODE_LENGTHS, LITERAL_SYMBOLS, FIRST_LENGTH);
  const distanceLengths = CODE_LENGTHS + literals;
  codeLengths(DISTANCE_COUNTS, DISTANCE_SYMBOLS, MAX_CODE_LENGTH, distanceLengths);
  const distances = usedSymbols(distanceLengths, DISTANCE_SYMBOLS, 1);
  if (bitsOfTokens(distanceLengths) >> 3 > <u32>(bytesEnd - BYTES)) return storeBytes(bytesEnd);
  writeCodes(CODE_LENGTHS, literals, LITERAL_CODES);
  writeCodes(distanceLengths, distances, DISTANCE_CODES);
  startAt(OUTPUT);
  // The block is not the last one, and has its own codes.
  write(0b100, 3);
  writeHead(literals, distances);
  writeTokens(TOKENS, tokensEnd);
  writeCode(load<u32>(entry(LITERAL_CODES, END_OF_BLOCK)));
  return writeFlush();
}

/** Returns the number of lengths up to the last code. */
function usedSymbols(lengths: usize, symbols: u32, least: u32): u32 {
  let used = symbols;
  while (used > least && load<u8>(lengths + used - 1) === 0) used--;
  return used;
}

function bitsOfTokens(distanceLengths: usize): u32 {
  let bits: u32 = 0;
  for (let symbol: u32 = 0; symbol < LITERAL_SYMBOLS; symbol++) {
    const extra = symbol < FIRST_LENGTH ? 0 : lengthExtra(symbol - FIRST_LENGTH);
    bits += load<u32>(entry(LITERAL_COUNTS, symbol)) * (load<u8>(CODE_LENGTHS + symbol) + extra);
  }
  for (let symbol: u32 = 0; symbol < DISTANCE_SYMBOLS; symbol++) {
    const length: u32 = load<u8>(distanceLengths + symbol);
    bits += load<u32>(entry(DISTANCE_COUNTS, symbol)) * (length + distanceExtra(symbol));
  }
  return bits;
}

/** Writes an empty block of stored bytes, which starts at the next whole byte. */
function writeFlush(): usize {
  write(0, 3);
  const end = finish();
  store<u32>(end, 0xffff_0000);
  return end + 4;
}

/** Writes the bytes as they are. */
function storeBytes(bytesEnd: usize): usize {
  let to = OUTPUT;
  for (let from = BYTES; from < bytesEnd; from += MAX_STORED_BYTES) {
    const length = min(MAX_STORED_BYTES, bytesEnd - from);
    store<u8>(to, 0);
    store<u16>(to + 1, <u16>length);
    store<u16>(to + 3, ~(<u16>length));
    memory.copy(to + STORED_HEAD_BYTES, from, length);
    to += STORED_HEAD_BYTES + length;
  }
  return to;
}
