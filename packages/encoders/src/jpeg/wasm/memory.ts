/**
 * The memory of the encoder. Everything of a fixed size is static. The pixels and the bytes of a row of blocks follow,
 * because their sizes depend on the picture.
 */

/** Bytes of the 64 samples or coefficients of a block. */
export const BLOCK_BYTES: i32 = 128;
/** Bytes of the 64 factors of a quantization table. */
export const FACTORS_BYTES: i32 = 256;
/** Bytes of the codes of a Huffman table. */
export const CODES_BYTES: i32 = 1024;

/** Y, Cb and Cr of a block, row by row. 0 is the middle level. */
export const samples: usize = memory.data(384, 16);
/** The quantized coefficients of the same block, column by column. */
export const coefficients: usize = memory.data(384, 16);
/** The coefficients of each component that are not zero: a bit for each place in zigzag order. */
export const nonZero: usize = memory.data(24, 16);
/** The factors by which coefficients are multiplied, column by column: luma, then chroma. */
export const factors: usize = memory.data(512, 16);
/** `code << 5 | length` of each symbol, or 0 if it has no code: DC and AC of luma, DC and AC of chroma. */
export const codes: usize = memory.data(4096, 16);

const SIDE: i32 = 8;
const PIXEL_BYTES: i32 = 4;
/**
 * The largest size of a coded block in bytes: 64 coefficients with 16 bits of code and 11 bits of value, and a zero
 * after each byte.
 */
const MAX_CODED_BYTES: i32 = 432;
const PAGE_BYTES: i32 = 65536;

let rowBytes: i32 = 0;

/** Reserves memory for a row of blocks of a width in pixels. Returns whether there is enough memory. */
export function reserve(width: i32): bool {
  const blocks = (width + SIDE - 1) / SIDE;
  rowBytes = blocks * SIDE * SIDE * PIXEL_BYTES;
  const end = (outputAt() as i32) + blocks * 3 * MAX_CODED_BYTES + 8;
  const pages = (end + PAGE_BYTES - 1) / PAGE_BYTES - memory.size();
  return pages <= 0 || memory.grow(pages) >= 0;
}

/** Returns the address for the pixels of a row of blocks. */
export function pixelsAt(): usize {
  return (__heap_base + 15) & ~(15 as usize);
}

/** Returns the address where pixels are completed to whole blocks. */
export function completedAt(): usize {
  return pixelsAt() + rowBytes;
}

/** Returns the address for the coded bytes. */
export function outputAt(): usize {
  return completedAt() + rowBytes;
}
