/** Steps that people read easily. Half of each step is a whole number, too. */
const STEPS = [2, 4, 6, 8, 10, 12, 16, 20];

/** Returns the value at the top of a chart: the smallest round number that is at least the largest value. */
export function topOfScale(largest: number): number {
  for (let unit = 1; ; unit *= 10) {
    const found = STEPS.find((step) => step * unit >= largest);
    if (found !== undefined) return found * unit;
  }
}
