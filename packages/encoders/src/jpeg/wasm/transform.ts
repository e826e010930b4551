/**
 * The discrete cosine transform of a block, and its quantization. A transform of eight numbers computes the sum that
 * defines it. It uses the symmetry of even and odd frequencies, and factors of 14 bits. Eight lines are transformed at
 * once.
 */

// √2 · cos(n · π / 16) · 2¹⁴, and 2¹⁴.
const C1: i16 = 22725;
const C2: i16 = 21407;
const C3: i16 = 19266;
const C5: i16 = 12873;
const C6: i16 = 8867;
const C7: i16 = 4520;
const ONE: i16 = 16384;

/**
 * For each frequency, the factors of pairs of numbers: one vector for an even frequency, two for an odd one. They are
 * in memory, because a processor loads a vector from memory in one instruction, but needs five for a constant one.
 */
const even: usize = memory.data<i16>(
  [
    ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE,
    C2, C6, C2, C6, C2, C6, C2, C6,
    ONE, -ONE, ONE, -ONE, ONE, -ONE, ONE, -ONE,
    C6, -C2, C6, -C2, C6, -C2, C6, -C2,
  ],
  16,
);
const odd: usize = memory.data<i16>(
  [
    C1, C3, C1, C3, C1, C3, C1, C3,
    C5, C7, C5, C7, C5, C7, C5, C7,
    C3, -C7, C3, -C7, C3, -C7, C3, -C7,
    -C1, -C5, -C1, -C5, -C1, -C5, -C1, -C5,
    C5, -C1, C5, -C1, C5, -C1, C5, -C1,
    C7, C3, C7, C3, C7, C3, C7, C3,
    C7, -C5, C7, -C5, C7, -C5, C7, -C5,
    C3, -C1, C3, -C1, C3, -C1, C3, -C1,
  ],
  16,
);

/** The fraction bits that numbers have between the two transforms. */
const FRACTION: i32 = 2;
/** The number of bits that are dropped between the two transforms. */
const DROPPED: i32 = 14 - FRACTION;
const half: usize = memory.data<i32>([2048, 2048, 2048, 2048], 16);
/** 1.5 · 2²³. Added to a number, it leaves the nearest integer in the low bits. */
const rounding: usize = memory.data<f32>([12582912, 12582912, 12582912, 12582912], 16);
/**
 * Coefficients are moved toward zero by this part of their divisor before they are rounded. For a value near the middle
 * between two integers, both are about equally wrong, and the smaller one takes fewer bits. Files of photos are 2 %
 * smaller and lose less than 0.03 dB.
 */
const towardsZero: usize = memory.data<f32>([0.02, 0.02, 0.02, 0.02], 16);
const signs: usize = memory.data<u32>([0x80000000, 0x80000000, 0x80000000, 0x80000000], 16);

// @ts-ignore: a decorator of AssemblyScript.
@inline
function interleaveLow(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

// @ts-ignore
@inline
function interleaveHigh(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Rounds four numbers to the precision of the second transform. */
// @ts-ignore
@inline
function rounded(sums: v128): v128 {
  return i32x4.shr_s(i32x4.add(sums, v128.load(half)), DROPPED);
}

/** Divides four coefficients by their divisors, and rounds them. `factors`: the reciprocals of the divisors. */
// @ts-ignore
@inline
function quantized(sums: v128, factors: usize): v128 {
  const quotients = f32x4.mul(f32x4.convert_i32x4_s(sums), v128.load(factors));
  const moved = f32x4.sub(quotients, v128.or(v128.and(quotients, v128.load(signs)), v128.load(towardsZero)));
  return i32x4.sub(f32x4.add(moved, v128.load(rounding)), v128.load(rounding));
}

/** Writes the numbers of a frequency: rounded, or quantized. */
// @ts-ignore
@inline
function put(low: v128, high: v128, frequency: usize, to: usize, factors: usize, isLast: bool): void {
  const first = isLast ? quantized(low, factors + 32 * frequency) : rounded(low);
  const second = isLast ? quantized(high, factors + 32 * frequency + 16) : rounded(high);
  v128.store(to + 16 * frequency, i16x8.narrow_i32x4_s(first, second));
}

// @ts-ignore
@inline
function putEven(low: v128, high: v128, frequency: usize, to: usize, factors: usize, isLast: bool): void {
  const weights = v128.load(even + 8 * frequency);
  put(i32x4.dot_i16x8_s(low, weights), i32x4.dot_i16x8_s(high, weights), frequency, to, factors, isLast);
}

// @ts-ignore
@inline
function sumOf(a: v128, b: v128, frequency: usize): v128 {
  const first = i32x4.dot_i16x8_s(a, v128.load(odd + 16 * (frequency - 1)));
  return i32x4.add(first, i32x4.dot_i16x8_s(b, v128.load(odd + 16 * frequency)));
}

/**
 * Transforms eight lines: number n of each line is in vector n. `isLast`: whether this is the second of the two
 * transforms.
 */
// @ts-ignore
@inline
function transform(from: usize, to: usize, factors: usize, isLast: bool): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from, 16);
  const r2 = v128.load(from, 32);
  const r3 = v128.load(from, 48);
  const r4 = v128.load(from, 64);
  const r5 = v128.load(from, 80);
  const r6 = v128.load(from, 96);
  const r7 = v128.load(from, 112);
  transformEven(i16x8.add(r0, r7), i16x8.add(r1, r6), i16x8.add(r2, r5), i16x8.add(r3, r4), to, factors, isLast);
  transformOdd(i16x8.sub(r0, r7), i16x8.sub(r1, r6), i16x8.sub(r2, r5), i16x8.sub(r3, r4), to, factors, isLast);
}

// @ts-ignore
@inline
function transformEven(s0: v128, s1: v128, s2: v128, s3: v128, to: usize, factors: usize, isLast: bool): void {
  const outer = i16x8.add(s0, s3);
  const inner = i16x8.add(s1, s2);
  if (isLast) {
    // The sum of `outer` and `inner` can have more than 16 bits.
    const low = interleaveLow(outer, inner);
    const high = interleaveHigh(outer, inner);
    putEven(low, high, 0, to, factors, isLast);
    putEven(low, high, 4, to, factors, isLast);
  } else {
    v128.store(to, i16x8.shl(i16x8.add(outer, inner), FRACTION));
    v128.store(to, i16x8.shl(i16x8.sub(outer, inner), FRACTION), 64);
  }
  const across = i16x8.sub(s0, s3);
  const within = i16x8.sub(s1, s2);
  const low = interleaveLow(across, within);
  const high = interleaveHigh(across, within);
  putEven(low, high, 2, to, factors, isLast);
  putEven(low, high, 6, to, factors, isLast);
}

// @ts-ignore
@inline
function transformOdd(d0: v128, d1: v128, d2: v128, d3: v128, to: usize, factors: usize, isLast: bool): void {
  const aLow = interleaveLow(d0, d1);
  const aHigh = interleaveHigh(d0, d1);
  const bLow = interleaveLow(d2, d3);
  const bHigh = interleaveHigh(d2, d3);
  put(sumOf(aLow, bLow, 1), sumOf(aHigh, bHigh, 1), 1, to, factors, isLast);
  put(sumOf(aLow, bLow, 3), sumOf(aHigh, bHigh, 3), 3, to, factors, isLast);
  put(sumOf(aLow, bLow, 5), sumOf(aHigh, bHigh, 5), 5, to, factors, isLast);
  put(sumOf(aLow, bLow, 7), sumOf(aHigh, bHigh, 7), 7, to, factors, isLast);
}

/** Swaps the rows and the columns of a block. */
// @ts-ignore
@inline
function transpose(block: usize): void {
  const r0 = v128.load(block);
  const r1 = v128.load(block, 16);
  const r2 = v128.load(block, 32);
  const r3 = v128.load(block, 48);
  const r4 = v128.load(block, 64);
  const r5 = v128.load(block, 80);
  const r6 = v128.load(block, 96);
  const r7 = v128.load(block, 112);
  const a0 = interleaveLow(r0, r4);
  const a1 = interleaveHigh(r0, r4);
  const a2 = interleaveLow(r1, r5);
  const a3 = interleaveHigh(r1, r5);
  const a4 = interleaveLow(r2, r6);
  const a5 = interleaveHigh(r2, r6);
  const a6 = interleaveLow(r3, r7);
  const a7 = interleaveHigh(r3, r7);
  const b0 = interleaveLow(a0, a4);
  const b1 = interleaveHigh(a0, a4);
  const b2 = interleaveLow(a1, a5);
  const b3 = interleaveHigh(a1, a5);
  const b4 = interleaveLow(a2, a6);
  const b5 = interleaveHigh(a2, a6);
  const b6 = interleaveLow(a3, a7);
  const b7 = interleaveHigh(a3, a7);
  v128.store(block, interleaveLow(b0, b4));
  v128.store(block, interleaveHigh(b0, b4), 16);
  v128.store(block, interleaveLow(b1, b5), 32);
  v128.store(block, interleaveHigh(b1, b5), 48);
  v128.store(block, interleaveLow(b2, b6), 64);
  v128.store(block, interleaveHigh(b2, b6), 80);
  v128.store(block, interleaveLow(b3, b7), 96);
  v128.store(block, interleaveHigh(b3, b7), 112);
}

/**
 * Writes the quantized coefficients of a block, and changes its samples. The coefficients of a column are next to each
 * other. `factors`: 64 numbers of 32 bits in the same order. Before it is multiplied, a coefficient is 2¹⁹ times as
 * large as JPEG defines it: 8 for the size of the block, 4 for the fraction and 2¹⁴ for the factors above.
 */
export function transformAndQuantize(samples: usize, to: usize, factors: usize): void {
  transform(samples, samples, 0, false);
  transpose(samples);
  transform(samples, to, factors, true);
}
