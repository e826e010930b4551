/** Of the room that a code has, at most this share is given up for edges that lie on whole pixels. */
const MOST_GIVEN_UP = 0.1;

/** The length of a code's module: a whole number of pixels if that costs little, so that its edges are sharp. */
export function snapUnit(unit: number): number {
  const whole = Math.floor(unit);
  return whole >= 1 && whole >= unit * (1 - MOST_GIVEN_UP) ? whole : unit;
}
