/**
 * The checksum of a zlib stream (RFC 1950): two sums. The first one adds the bytes, and the second one adds all values
 * of the first.
 */
import { sumOf } from "./lanes";

const MODULUS: u32 = 65521;
/** The number of bytes between two divisions by the modulus. Until a division, both sums stay below 2³². */
const BYTES_AT_ONCE: usize = 4096;

/** Returns the checksum of the bytes between two addresses. */
export function adlerOf(from: usize, to: usize): u32 {
  let low: u32 = 1;
  let high: u32 = 0;
  let at = from;
  while (at + 16 <= to) {
    const end = min(to, at + BYTES_AT_ONCE);
    let sums = i32x4.splat(0);
    let sumsBefore = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    const start = at;
    for (; at + 16 <= end; at += 16) {
      const bytes = v128.load(at);
      sumsBefore = i32x4.add(sumsBefore, sums);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
      weighted = i32x4.add(
        weighted,
        i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), i16x8(16, 15, 14, 13, 12, 11, 10, 9)),
      );
      weighted = i32x4.add(
        weighted,
        i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), i16x8(8, 7, 6, 5, 4, 3, 2, 1)),
      );
    }
    high = (high + low * <u32>(at - start) + 16 * sumOf(sumsBefore) + sumOf(weighted)) % MODULUS;
    low = (low + sumOf(sums)) % MODULUS;
  }
  for (; at < to; at++) {
    low += load<u8>(at);
    high += low;
  }
  return ((high % MODULUS) << 16) | (low % MODULUS);
}
