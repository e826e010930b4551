/** Compares texts line by line (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). */

/** A line of a comparison: in both texts, in the left one alone, or in the right one alone. */
export interface DiffLine {
  readonly side: "both" | "left" | "right";
  readonly text: string;
}

/** Lines that may differ before the rest counts as replaced as a whole; the search's memory grows with its square. */
const MAX_EDITS = 1500;

/** The fewest removed and added lines that lead from the left text to the right one. */
export function diffLines(left: readonly string[], right: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  ) {
    end += 1;
  }
  const asLines = (lines: readonly string[], side: DiffLine["side"]) => lines.map((text) => ({ side, text }));
  const middle = [left.slice(start, left.length - end), right.slice(start, right.length - end)] as const;
  return [
    ...asLines(left.slice(0, start), "both"),
    ...(diffMiddle(...middle) ?? [...asLines(middle[0], "left"), ...asLines(middle[1], "right")]),
    ...asLines(left.slice(left.length - end), "both"),
  ];
}

/** Undefined when the texts have too little in common. */
function diffMiddle(left: readonly string[], right: readonly string[]): DiffLine[] | undefined {
  const reached: number[][] = [];
  // furthest[k + offset]: how far into `left` a path on the diagonal k (left minus right) has come.
  const offset = MAX_EDITS + 1;
  const furthest = new Array<number>(2 * offset + 1).fill(0);
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    reached.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = comesFromAbove(furthest, offset, diagonal, edits)
        ? at(furthest, diagonal + 1 + offset)
        : at(furthest, diagonal - 1 + offset) + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      furthest[diagonal + offset] = x;
      if (x >= left.length && x - diagonal >= right.length) return traceBack(left, right, reached);
    }
  }
  return undefined;
}

/** Whether the path to a diagonal takes a line of the right text (down) rather than drops one of the left (across). */
function comesFromAbove(furthest: readonly number[], offset: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(furthest, diagonal - 1 + offset) < at(furthest, diagonal + 1 + offset);
}

function traceBack(left: readonly string[], right: readonly string[], reached: readonly number[][]): DiffLine[] {
  const backwards: DiffLine[] = [];
  let x = left.length;
  let y = right.length;
  for (let edits = reached.length - 1; edits >= 0; edits--) {
    const before = reached[edits] ?? [];
    const offset = edits + 1;
    const isDown = comesFromAbove(before, offset, x - y, edits);
    const fromDiagonal = isDown ? x - y + 1 : x - y - 1;
    const fromX = edits === 0 ? 0 : at(before, fromDiagonal + offset);
    const fromY = edits === 0 ? 0 : fromX - fromDiagonal;
    while (x > fromX && y > fromY) {
      backwards.push({ side: "both", text: left[x - 1] ?? "" });
      x -= 1;
      y -= 1;
    }
    if (edits === 0) break;
    if (isDown) backwards.push({ side: "right", text: right[fromY] ?? "" });
    else backwards.push({ side: "left", text: left[fromX] ?? "" });
    x = fromX;
    y = fromY;
  }
  return backwards.reverse();
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}
