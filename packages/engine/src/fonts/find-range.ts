/** A range of code points, including both ends. */
export interface CodePointRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the range that contains a code point. The ranges must be sorted and must not overlap. */
export function findRange<R extends CodePointRange>(ranges: readonly R[], codePoint: number): R | undefined {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return undefined;
    if (codePoint < range.first) high = middle - 1;
    else if (codePoint > range.last) low = middle + 1;
    else return range;
  }
  return undefined;
}
