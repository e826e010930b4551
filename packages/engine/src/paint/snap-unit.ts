/** The largest share of its room that a code loses so that its edges are on whole pixels. */
const MAX_LOSS = 0.1;

/**
 * Returns the length of a code's module: a whole number of pixels for sharp edges, unless the code would become too
 * small.
 */
export function snapUnit(unit: number): number {
  const whole = Math.floor(unit);
  return whole >= 1 && whole >= unit * (1 - MAX_LOSS) ? whole : unit;
}
