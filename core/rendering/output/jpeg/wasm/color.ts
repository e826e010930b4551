/** Pixels to luma and chroma, as JFIF defines them: ITU-R BT.601 with all 256 levels. */
import { BLOCK_BYTES, samples } from "./memory";

/**
 * Weights with 15 bits: of red and blue, then of green and alpha, for luma and both kinds of chroma. Alpha is 255, so its weight
 * stands for a constant: half of what is dropped, and for luma the middle of the levels. In memory, because a machine loads a
 * constant from there in one instruction, and makes it with five.
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

/** The levels of four pixels. */
// @ts-ignore: a decorator of AssemblyScript.
@inline
function weighted(redBlue: v128, greenAlpha: v128, component: usize): v128 {
  const first = i32x4.dot_i16x8_s(redBlue, v128.load(weights + 32 * component));
  const second = i32x4.dot_i16x8_s(greenAlpha, v128.load(weights + 32 * component + 16));
  return i32x4.shr_s(i32x4.add(first, second), 15);
}

/** Converts a block of opaque pixels. */
export function convertBlock(pixels: usize, stride: usize): void {
  let from = pixels;
  for (let to = samples; to < samples + BLOCK_BYTES; to += 16) {
    const left = v128.load(from);
    const right = v128.load(from, 16);
    const a = v128.and(left, v128.load(lowBytes));
    const b = i16x8.shr_u(left, 8);
    const c = v128.and(right, v128.load(lowBytes));
    const d = i16x8.shr_u(right, 8);
    v128.store(to, i16x8.narrow_i32x4_s(weighted(a, b, 0), weighted(c, d, 0)));
    v128.store(to, i16x8.narrow_i32x4_s(weighted(a, b, 1), weighted(c, d, 1)), 128);
    v128.store(to, i16x8.narrow_i32x4_s(weighted(a, b, 2), weighted(c, d, 2)), 256);
    from += stride;
  }
}

/** Whether a block has the same pixels as the one to its left. */
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
