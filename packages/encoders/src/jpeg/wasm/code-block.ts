/** Writes the Huffman codes of blocks. */
import { CODES_BYTES, codes, outputAt } from "./memory";
import { offsets } from "./non-zero";

/** Values from -32 to 31 have an entry for each run of zeros before them. */
const SMALL: i32 = 32;
/** `bits << 5 | length` for small values by run and value: luma and chroma. */
const smallCodes: usize = memory.data(8192, 16);
const SMALL_BYTES: usize = 4096;
const END_OF_BLOCK: usize = 0;
const SIXTEEN_ZEROS: usize = 0xf0;

/** The bits that are not written yet, with the newest in the lowest place, and the number of bits that still fit. */
let bits: u64 = 0;
let room: i32 = 64;
let at: usize = 0;

/** Derives the codes of small values from the codes of symbols. */
export function prepareCodes(): void {
  for (let kind: usize = 0; kind < 2; kind++) {
    const symbols = acCodes(kind);
    for (let run = 0; run < 16; run++) {
      for (let value = -SMALL; value < SMALL; value++) {
        if (value !== 0) store<u32>(smallCodeAt(kind, run, value), codeOf(symbols, run, value));
      }
    }
  }
}

// @ts-ignore: a decorator of AssemblyScript.
@inline
function dcCodes(kind: usize): usize {
  return codes + 2 * CODES_BYTES * kind;
}

// @ts-ignore
@inline
function acCodes(kind: usize): usize {
  return codes + 2 * CODES_BYTES * kind + CODES_BYTES;
}

// @ts-ignore
@inline
function smallCodeAt(kind: usize, run: i32, value: i32): usize {
  return smallCodes + SMALL_BYTES * kind + (((run << 6) + value + SMALL) << 2);
}

/** Returns the bits of a symbol and of its value, with their number in the lowest 5 bits. */
// @ts-ignore
@inline
function codeOf(symbols: usize, run: i32, value: i32): u32 {
  const size = 32 - clz(abs(value));
  const symbol = load<u32>(symbols + (((run << 4) | size) << 2));
  const low = (value + (value >> 31)) & ((1 << size) - 1);
  return ((((symbol >> 5) << size) | low) << 5) | ((symbol & 31) + size);
}

/** Starts a row of blocks. */
export function startRow(): void {
  bits = 0;
  room = 64;
  at = outputAt();
}

/** Fills up the last byte of a row with ones, and returns the number of its bytes. */
export function finishRow(): i32 {
  put(0xfe0 | 7);
  for (let left = 64 - room; left >= 8; left -= 8) putByte((bits >> (left - 8)) as u8);
  return (at - outputAt()) as i32;
}

// @ts-ignore
@inline
function putByte(byte: u8): void {
  store<u8>(at++, byte);
  if (byte === 0xff) store<u8>(at++, 0);
}

/** Writes up to 26 bits. Their number is in the lowest 5 bits. */
// @ts-ignore
@inline
function put(code: u32): void {
  const length = code & 31;
  room -= length;
  if (room < 0) {
    bits = (bits << (length + room)) | ((code >> 5) >> -room);
    flush();
    bits = code >> 5;
    room += 64;
  } else bits = (bits << length) | (code >> 5);
}

/** Writes 64 bits. */
function flush(): void {
  if (bits & 0x8080808080808080 & ~(bits + 0x0101010101010101)) {
    for (let shift: u64 = 64; shift > 0;) {
      shift -= 8;
      putByte((bits >> shift) as u8);
    }
  } else {
    store<u64>(at, bswap(bits));
    at += 8;
  }
}

/** Writes a block: the difference of its mean, and the coefficients at `places`. `kind`: 0 for luma, 1 for chroma. */
export function codeBlock(block: usize, places: u64, difference: i32, kind: usize): void {
  put(codeOf(dcCodes(kind), 0, difference));
  const symbols = acCodes(kind);
  let left = places & ~1;
  let last = 0;
  while (left !== 0) {
    const place = ctz(left) as i32;
    left &= left - 1;
    let run = place - last - 1;
    last = place;
    for (; run > 15; run -= 16) put(load<u32>(symbols + 4 * SIXTEEN_ZEROS));
    const value: i32 = load<i16>(block + load<u8>(offsets + place));
    if (((value + SMALL) as u32) < 2 * SMALL) put(load<u32>(smallCodeAt(kind, run, value)));
    else put(codeOf(symbols, run, value));
  }
  if (last < 63) put(load<u32>(symbols + 4 * END_OF_BLOCK));
}
