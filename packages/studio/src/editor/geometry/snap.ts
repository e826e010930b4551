/** Snapping: the edges and centers of other boxes and of the canvas attract the edges of a moved box. */
import type { Rectangle } from "./box.js";

/** A line that the picture shows while an edge is on it. */
export interface SnapLine {
  readonly axis: "x" | "y";
  /** Its x or its y. */
  readonly at: number;
  /** Where it begins and ends on the other axis. */
  readonly from: number;
  readonly to: number;
}

/** A gap that is equal to another one. */
export interface SnapGap {
  readonly axis: "x" | "y";
  readonly from: number;
  readonly to: number;
  /** Where it is on the other axis. */
  readonly across: number;
}

export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly lines: readonly SnapLine[];
  readonly gaps: readonly SnapGap[];
}

type Axis = "x" | "y";
const SIDE = { x: "width", y: "height" } as const;
const OTHER = { x: "y", y: "x" } as const;

/** Returns the three lines of a box on an axis: start, center, end. */
function linesOf(box: Rectangle, axis: Axis): readonly number[] {
  const start = box[axis];
  const length = box[SIDE[axis]];
  return [start, start + length / 2, start + length];
}

/**
 * Snaps a moved box.
 * @param box where the pointer has moved it
 * @param reach the largest distance in document pixels that snaps
 * @returns the correction, and what shows why
 */
export function snapMove(box: Rectangle, targets: readonly Rectangle[], reach: number): Snapped {
  const x = snapAxis(box, targets, reach, "x", [0, 1, 2]);
  const y = snapAxis(box, targets, reach, "y", [0, 1, 2]);
  const moved = { ...box, x: box.x + x.by, y: box.y + y.by };
  return {
    dx: x.by,
    dy: y.by,
    lines: [...shownLines(moved, targets, "x", x.at), ...shownLines(moved, targets, "y", y.at)],
    gaps: [...x.gaps, ...y.gaps],
  };
}

/**
 * Snaps the edges that a handle moves.
 * @param handle which edges move: -1 the start, 1 the end, 0 none
 */
export function snapResize(
  box: Rectangle,
  handle: { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 },
  targets: readonly Rectangle[],
  reach: number,
): Snapped {
  const edges = { "-1": [0], 0: [], 1: [2] } as const;
  const [x, y] = [
    snapAxis(box, targets, reach, "x", edges[handle.x]),
    snapAxis(box, targets, reach, "y", edges[handle.y]),
  ];
  return {
    dx: x.by,
    dy: y.by,
    lines: [...shownLines(box, targets, "x", x.at), ...shownLines(box, targets, "y", y.at)],
    gaps: [],
  };
}

interface AxisSnap {
  readonly by: number;
  /** The line that attracts, if there is one. */
  readonly at: number | undefined;
  readonly gaps: readonly SnapGap[];
}

function snapAxis(
  box: Rectangle,
  targets: readonly Rectangle[],
  reach: number,
  axis: Axis,
  edges: readonly number[],
): AxisSnap {
  const lines = targets.flatMap((target) => linesOf(target, axis));
  const own = linesOf(box, axis).filter((_line, index) => edges.includes(index));
  const near = own.flatMap((edge) => lines.map((line) => ({ by: line - edge, at: line })));
  const best = near.filter(({ by }) => Math.abs(by) <= reach).sort((a, b) => Math.abs(a.by) - Math.abs(b.by))[0];
  const gap = edges.length === 3 ? snapGap(box, targets, reach, axis) : undefined;
  if (gap !== undefined && (best === undefined || Math.abs(gap.by) < Math.abs(best.by))) {
    return { by: gap.by, at: undefined, gaps: gap.gaps };
  }
  return { by: best?.by ?? 0, at: best?.at, gaps: [] };
}

/** Finds the place where the gaps to the neighbors on both sides, or to two on one side, are equal. */
function snapGap(
  box: Rectangle,
  boxes: readonly Rectangle[],
  reach: number,
  axis: Axis,
): { readonly by: number; readonly gaps: readonly SnapGap[] } | undefined {
  const [side, other] = [SIDE[axis], OTHER[axis]];
  const length = box[side];
  const inRow = boxes.filter(
    (target) => target[other] < box[other] + box[SIDE[other]] && target[other] + target[SIDE[other]] > box[other],
  );
  const end = (target: Rectangle): number => target[axis] + target[side];
  const before = inRow.filter((target) => end(target) <= box[axis] + reach).sort((a, b) => end(b) - end(a));
  const after = inRow.filter((target) => target[axis] >= box[axis] + length - reach).sort((a, b) => a[axis] - b[axis]);
  const across = box[other] + box[SIDE[other]] / 2;
  const gapOf = (from: number, to: number): SnapGap => ({ axis, from, to, across });
  const [last, earlier] = before;
  const [next, later] = after;
  const places: { readonly start: number; readonly gaps: readonly SnapGap[] }[] = [];
  if (last !== undefined && next !== undefined) {
    const start = (end(last) + next[axis] - length) / 2;
    places.push({ start, gaps: [gapOf(end(last), start), gapOf(start + length, next[axis])] });
  }
  if (last !== undefined && earlier !== undefined && last[axis] > end(earlier)) {
    const start = end(last) + (last[axis] - end(earlier));
    places.push({ start, gaps: [gapOf(end(earlier), last[axis]), gapOf(end(last), start)] });
  }
  if (next !== undefined && later !== undefined && later[axis] > end(next)) {
    const start = next[axis] - (later[axis] - end(next)) - length;
    places.push({ start, gaps: [gapOf(start + length, next[axis]), gapOf(end(next), later[axis])] });
  }
  const best = places
    .map(({ start, gaps }) => ({ by: start - box[axis], gaps }))
    .filter(({ by, gaps }) => Math.abs(by) <= reach && gaps.every(({ from, to }) => to > from))
    .sort((a, b) => Math.abs(a.by) - Math.abs(b.by));
  return best[0];
}

/** Half a hundredth of a pixel: coordinates are rounded to hundredths. */
const SAME_PX = 0.005;

/** Returns the lines on which the box is now, as long as the boxes that they connect. */
function shownLines(
  box: Rectangle,
  targets: readonly Rectangle[],
  axis: Axis,
  at: number | undefined,
): readonly SnapLine[] {
  if (at === undefined) return [];
  const other = OTHER[axis];
  const on = [box, ...targets].filter((one) => linesOf(one, axis).some((line) => Math.abs(line - at) < SAME_PX));
  const ends = [box, ...on].flatMap((one) => [one[other], one[other] + one[SIDE[other]]]);
  return [{ axis, at, from: Math.min(...ends), to: Math.max(...ends) }];
}
