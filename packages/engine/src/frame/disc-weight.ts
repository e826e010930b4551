/** The weights are fractions of this. */
export const WHOLE = 256;

/**
 * Returns the weight of a pixel for another one at a distance: 1 up to a length, and then less, down to 0 one pixel
 * farther.
 */
export function discWeight(squaredDistance: number, length: number): number {
  return Math.round(WHOLE * Math.min(1, Math.max(0, length + 1 - Math.sqrt(squaredDistance))));
}

/** Returns a value multiplied by a weight. */
export function weighted(value: number, weight: number): number {
  return (value * weight + WHOLE / 2) >> 8;
}
