/**
 * The memory of the encoder. What has a fixed size is static. The pixels of a row of blocks and its bytes follow, because their
 * sizes depend on the picture.
 */

/** Bytes of the 64 samples or coefficients of a block. */
export const BLOCK_BYTES: i32 = 128;
/** Bytes of the 64 factors of a quantization table. */
export const FACTORS_BYTES: i32 = 256;
/** Bytes of the codes of a Huffman table. */
export const CODES_BYTES: i32 = 1024;

/** Y, Cb and Cr of a block, in rows. 0 is the middle of their levels. */
export const samples: usize = memory.data(384, 16);
/** The quantized coefficients of the same, in columns. */
export const coefficients: usize = memory.data(384, 16);
/** Which coefficients of the three are not zero: a bit for each place in zigzag order. */
export const nonZero: usize = memory.data(24, 16);
/** What coefficients are multiplied with, in columns: luma and chroma. */
export const factors: usize = memory.data(512, 16);
/** `code << 5 | length` of each symbol, 0 without code: DC and AC of luma, DC and AC of chroma. */
export const codes: usize = memory.data(4096, 16);

const SIDE: i32 = 8;
const PIXEL_BYTES: i32 = 4;
/** The most bytes of a coded block: 64 coefficients of 16 bits of code and 11 of value, with a zero after each byte. */
const MAX_CODED_BYTES: i32 = 432;
const PAGE_BYTES: i32 = 65536;

let rowBytes: i32 = 0;

/** Reserves memory for rows of blocks of a width in pixels. Returns whether there is enough of it. */
export function reserve(width: i32): bool {
  const blocks = (width + SIDE - 1) / SIDE;
  rowBytes = blocks * SIDE * SIDE * PIXEL_BYTES;
  const end = (outputAt() as i32) + blocks * 3 * MAX_CODED_BYTES + 8;
  const pages = (end + PAGE_BYTES - 1) / PAGE_BYTES - memory.size();
  return pages <= 0 || memory.grow(pages) >= 0;
}

/** Where the pixels of a row of blocks go. */
export function pixelsAt(): usize {
  return (__heap_base + 15) & ~(15 as usize);
}

/** Where pixels are completed to whole blocks. */
export function completedAt(): usize {
  return pixelsAt() + rowBytes;
}

/** Where the coded bytes go. */
export function outputAt(): usize {
  return completedAt() + rowBytes;
}
