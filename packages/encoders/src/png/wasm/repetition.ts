/** Hashes and compares bytes. */
import { SEEN, SEEN_BITS } from "./memory";

/** Returns the address that keeps the position of the first of these bytes. */
export function slotOf(bytes: u64, hashedBytes: u64): usize {
  const hash = ((bytes << (64 - 8 * hashedBytes)) * 0x9e37_79b9_7f4a_7c15) >> (64 - SEEN_BITS);
  return SEEN + ((<usize>hash) << 1);
}

/** Returns how many bytes are the same at two positions, up to `most`. */
export function sameBytes(at: usize, earlier: usize, most: u32): u32 {
  for (let length: u32 = 0; length < most; length += 16) {
    const same = i8x16.eq(v128.load(at + length), v128.load(earlier + length));
    const differing = ~i8x16.bitmask(same) & 0xffff;
    if (differing !== 0) return min(length + ctz(differing), most);
  }
  return most;
}
