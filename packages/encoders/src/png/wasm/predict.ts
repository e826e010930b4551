/** The predictions of filters for four pixels at once, and the cost of the remaining differences. */

/** Returns the mean of two neighbors, rounded down. */
export function mean(left: v128, above: v128): v128 {
  const odd = v128.and(v128.xor(left, above), i8x16.splat(1));
  return i8x16.sub(i8x16.avgr_u(left, above), odd);
}

/** Returns the neighbor that is nearest to left + above - corner: the Paeth predictor. */
export function nearest(left: v128, above: v128, corner: v128): v128 {
  const toLeft = gap(above, corner);
  const toAbove = gap(left, corner);
  // In opposite directions, the two gaps cancel each other. In the same direction, they add up, and the corner is never
  // the nearest.
  const areOpposite = v128.xor(i8x16.ge_u(above, corner), i8x16.ge_u(left, corner));
  const toCorner = v128.bitselect(gap(toLeft, toAbove), i8x16.add_sat_u(toLeft, toAbove), areOpposite);
  const other = v128.bitselect(above, corner, i8x16.le_u(toAbove, toCorner));
  return v128.bitselect(left, other, i8x16.le_u(toLeft, i8x16.min_u(toAbove, toCorner)));
}

function gap(one: v128, other: v128): v128 {
  return i8x16.sub(i8x16.max_u(one, other), i8x16.min_u(one, other));
}

/**
 * Returns the approximate number of bits that the differences of four pixels take, in half bits, as four sums. In most
 * pictures, colors change together, and pixels then repeat. So the part of red and blue that equals green costs
 * nothing. A pixel that repeats the previous one is part of a run and costs nothing either. The first of the four
 * pixels does not count, because the pixel before it is not known.
 */
export function differenceBits(differences: v128): v128 {
  const green = i8x16.shuffle(differences, i32x4.splat(0), 1, 16, 1, 16, 5, 16, 5, 16, 9, 16, 9, 16, 13, 16, 13, 16);
  const rest = i8x16.sub(differences, green);
  const size = i8x16.min_u(rest, i8x16.neg(rest));
  // About 2 + 4 log₂(size), from two tables: one for sizes up to 15, and one for larger sizes, by their upper half.
  const small = i8x16.swizzle(
    i8x16(2, 6, 10, 12, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 21, 21),
    i8x16.min_u(size, i8x16.splat(15)),
  );
  const large = i8x16.swizzle(i8x16(0, 22, 26, 28, 30, 31, 32, 33, 34, 0, 0, 0, 0, 0, 0, 0), i8x16.shr_u(size, 4));
  const before = i8x16.shuffle(differences, differences, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  const bits = v128.andnot(i8x16.max_u(small, large), i32x4.eq(differences, before));
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bits));
}
