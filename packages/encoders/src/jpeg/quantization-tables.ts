/** The quantization tables of the JPEG standard (ITU-T T.81, K.1), scaled for a quality in the same way as libjpeg. */

/** The divisors for quality 50, row by row. */
const LUMA = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat();
const CHROMA = [
  [17, 18, 24, 47, 99, 99, 99, 99],
  [18, 21, 26, 66, 99, 99, 99, 99],
  [24, 26, 56, 99, 99, 99, 99, 99],
  [47, 66, 99, 99, 99, 99, 99, 99],
  [99, 99, 99, 99, 99, 99, 99, 99],
  [99, 99, 99, 99, 99, 99, 99, 99],
  [99, 99, 99, 99, 99, 99, 99, 99],
  [99, 99, 99, 99, 99, 99, 99, 99],
].flat();

/** The quality of a file whose settings have none. */
export const DEFAULT_QUALITY = 88;
/** A baseline file has one byte for a divisor. */
const MAX_DIVISOR = 255;

/**
 * Returns the divisors of the coefficients of luma and of chroma, row by row.
 *
 * @throws RangeError if the quality is not a whole number from 1 to 100
 */
export function quantizationTables(quality: number): readonly (readonly number[])[] {
  if (!Number.isInteger(quality) || quality < 1 || quality > 100) throw new RangeError(`No quality: ${quality}.`);
  const percentage = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  return [LUMA, CHROMA].map((table) =>
    table.map((divisor) => Math.min(MAX_DIVISOR, Math.max(1, Math.floor((divisor * percentage + 50) / 100)))),
  );
}

/** For each place in zigzag order, the row-major index of its coefficient. */
export const ZIGZAG: readonly number[] = Array.from({ length: 64 }, (_, index) => index).sort((one, other) => {
  const [diagonal, otherDiagonal] = [diagonalOf(one), diagonalOf(other)];
  if (diagonal !== otherDiagonal) return diagonal - otherDiagonal;
  return diagonal % 2 === 0 ? other - one : one - other;
});

function diagonalOf(index: number): number {
  return (index % 8) + Math.floor(index / 8);
}
