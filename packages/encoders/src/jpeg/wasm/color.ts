/** Converts pixels to luma and chroma, as JFIF defines them: ITU-R BT.601 with all 256 levels. */
import { BLOCK_BYTES, samples } from "./memory";

/**
 * The weights for luma and both kinds of chroma, with 15 bits: first of red and blue, then of green and alpha. Alpha is
 * 255, so its weight adds a constant: one half for rounding, and for luma also the offset that makes 0 the middle
 * level. The weights are in memory, because a processor loads a vector from memory in one instruction, but needs five
 * for a constant one.
 */
const weights: usize = memory.data<i16>(
  [
    9798, 3735, 9798, 3735, 9798, 3735, 9798, 3735,
    19235, -16384, 19235, -16384, 19235, -16384, 19235, -16384,
    -5529, 16384, -5529, 16384, -5529, 16384, -5529, 16384,
    -10855, 64, -10855, 64, -10855, 64, -10855, 64,
    16384, -2664, 16384, -2664, 16384, -2664, 16384, -2664,
    -13720, 64, -13720, 64, -13720, 64, -13720, 64,
  ],
  16,
);
const lowBytes: usize = memory.data<i16>([255, 255, 255, 255, 255, 255, 255, 255], 16);

/** Returns the levels of four pixels in a component. 0 is the middle level. */
// @ts-ignore: a decorator of AssemblyScript.
@inline
function weighted(redBlue: v128, greenAlpha: v128, component: usize): v128 {
  const first = i32x4.dot_i16x8_s(redBlue, v128.load(weights + 32 * component));
  const second = i32x4.dot_i16x8_s(greenAlpha, v128.load(weights + 32 * component + 16));
  return i32x4.shr_s(i32x4.add(first, second), 15);
}

// @ts-ignore
@inline
function put(to: usize, left: v128, right: v128): void {
  v128.store(to, i16x8.narrow_i32x4_s(left, right));
}

/** Converts a block of opaque pixels. */
export function convertBlock(pixels: usize, stride: usize): void {
  let from = pixels;
  for (let to = samples; to < samples + BLOCK_BYTES; to += 16) {
    const left = v128.load(from);
    const right = v128.load(from, 16);
    const redBlue = v128.and(left, v128.load(lowBytes));
    const greenAlpha = i16x8.shr_u(left, 8);
    const redBlue2 = v128.and(right, v128.load(lowBytes));
    const greenAlpha2 = i16x8.shr_u(right, 8);
    put(to, weighted(redBlue, greenAlpha, 0), weighted(redBlue2, greenAlpha2, 0));
    put(to + BLOCK_BYTES, weighted(redBlue, greenAlpha, 1), weighted(redBlue2, greenAlpha2, 1));
    put(to + 2 * BLOCK_BYTES, weighted(redBlue, greenAlpha, 2), weighted(redBlue2, greenAlpha2, 2));
    from += stride;
  }
}

/** Returns whether a block has the same pixels as the one to its left. */
export function repeatsLeft(pixels: usize, stride: usize): bool {
  let from = pixels;
  for (let row = 0; row < 8; row++) {
    const left = v128.xor(v128.load(from), v128.load(from - 32));
    const right = v128.xor(v128.load(from, 16), v128.load(from - 16));
    if (v128.any_true(v128.or(left, right))) return false;
    from += stride;
  }
  return true;
}
