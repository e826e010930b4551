/** Chooses a filter for each row, by an estimate of the bits that its differences take. */
import { sumOf } from "./lanes";
import { differenceBits, mean, nearest } from "./predict";

/** The filters, as PNG numbers them. */
export const NONE: u32 = 0;
export const SUB: u32 = 1;
export const UP: u32 = 2;
export const AVERAGE: u32 = 3;
export const PAETH: u32 = 4;

/** In a long row, only every second group of four pixels is measured. */
const GROUP_BYTES: usize = 16;
const SAMPLED_FROM_BYTES: usize = 1024;

/** Returns the filter for a row that has another one above it. */
export function chooseFilter(start: usize, rowBytes: usize): u32 {
  let none = i32x4.splat(0);
  let sub = i32x4.splat(0);
  let up = i32x4.splat(0);
  let average = i32x4.splat(0);
  let paeth = i32x4.splat(0);
  const step = rowBytes < SAMPLED_FROM_BYTES ? GROUP_BYTES : 2 * GROUP_BYTES;
  for (let at = start + 4; at + GROUP_BYTES <= start + rowBytes; at += step) {
    const pixels = v128.load(at);
    const left = v128.load(at - 4);
    const above = v128.load(at - rowBytes);
    const corner = v128.load(at - rowBytes - 4);
    // Within flat areas, all filters leave runs.
    if (!v128.any_true(v128.or(v128.xor(pixels, left), v128.xor(above, corner)))) continue;
    none = i32x4.add(none, differenceBits(pixels));
    sub = i32x4.add(sub, differenceBits(i8x16.sub(pixels, left)));
    up = i32x4.add(up, differenceBits(i8x16.sub(pixels, above)));
    average = i32x4.add(average, differenceBits(i8x16.sub(pixels, mean(left, above))));
    paeth = i32x4.add(paeth, differenceBits(i8x16.sub(pixels, nearest(left, above, corner))));
  }
  // If several filters are equally cheap, the first one in this order is chosen.
  const least = min(min(min(sumOf(up), sumOf(sub)), min(sumOf(none), sumOf(paeth))), sumOf(average));
  if (sumOf(up) === least) return UP;
  if (sumOf(sub) === least) return SUB;
  if (sumOf(none) === least) return NONE;
  return sumOf(paeth) === least ? PAETH : AVERAGE;
}

/** Returns the filter for the first row of a band. A filter that reads the row above would depend on another band. */
export function chooseFirstFilter(start: usize, rowBytes: usize): u32 {
  let none = i32x4.splat(0);
  let sub = i32x4.splat(0);
  for (let at = start + 4; at + GROUP_BYTES <= start + rowBytes; at += GROUP_BYTES) {
    const pixels = v128.load(at);
    none = i32x4.add(none, differenceBits(pixels));
    sub = i32x4.add(sub, differenceBits(i8x16.sub(pixels, v128.load(at - 4))));
  }
  return sumOf(none) < sumOf(sub) ? NONE : SUB;
}
