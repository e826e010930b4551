/** Rounds a length to a thousandth of a pixel, so that it is short as JSON. */
export function roundLength(length: number): number {
  return Math.round(length * 1000) / 1000;
}
