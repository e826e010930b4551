/** Snapping: the edges and centers of other boxes and of the canvas attract the edges of a moved box. */
import type { Rectangle } from "./box.js";
import { NO_AIDS, type SnapAids } from "./guides.js";

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
  /** How far the box is from its neighbors on the lines. */
  readonly distances: readonly SnapGap[];
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
 * @param reach the largest distance in document pixels at which edges snap
 * @param aids guides, and the grid, to which the upper left corner snaps where nothing else attracts
 * @returns the correction, and the lines and gaps that show the reason
 */
export function snapMove(
  box: Rectangle,
  targets: readonly Rectangle[],
  reach: number,
  aids: SnapAids = NO_AIDS,
): Snapped {
  const x = snapAxis(box, { targets, reach, axis: "x", edges: [0, 1, 2], aids });
  const y = snapAxis(box, { targets, reach, axis: "y", edges: [0, 1, 2], aids });
  const moved = { ...box, x: box.x + x.by, y: box.y + y.by };
  const lines = [...shownLines(moved, targets, "x", x.at), ...shownLines(moved, targets, "y", y.at)];
  const distances = lines.flatMap((line) => neighborGaps(moved, targets, line));
  return { dx: x.by, dy: y.by, lines, gaps: [...x.gaps, ...y.gaps], distances };
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
  aids: SnapAids = NO_AIDS,
): Snapped {
  const edges = { "-1": [0], 0: [], 1: [2] } as const;
  const [x, y] = [
    snapAxis(box, { targets, reach, axis: "x", edges: edges[handle.x], aids }),
    snapAxis(box, { targets, reach, axis: "y", edges: edges[handle.y], aids }),
  ];
  return {
    dx: x.by,
    dy: y.by,
    lines: [...shownLines(box, targets, "x", x.at), ...shownLines(box, targets, "y", y.at)],
    gaps: [],
    distances: [],
  };
}

interface AxisSnap {
  readonly by: number;
  /** The line that attracts, if there is one. */
  readonly at: number | undefined;
  readonly gaps: readonly SnapGap[];
}

interface AxisSettings {
  readonly targets: readonly Rectangle[];
  readonly reach: number;
  readonly axis: Axis;
  /** Which lines of the box snap: 0 its start, 1 its center, 2 its end. */
  readonly edges: readonly number[];
  readonly aids: SnapAids;
}

function snapAxis(box: Rectangle, { targets, reach, axis, edges, aids }: AxisSettings): AxisSnap {
  const guides = aids.guides.filter((guide) => guide.axis === axis).map(({ at }) => at);
  const lines = [...targets.flatMap((target) => linesOf(target, axis)), ...guides];
  const own = linesOf(box, axis).filter((_line, index) => edges.includes(index));
  const near = own.flatMap((edge) => lines.map((line) => ({ by: line - edge, at: line })));
  const best = near.filter(({ by }) => Math.abs(by) <= reach).sort((a, b) => Math.abs(a.by) - Math.abs(b.by))[0];
  const gap = edges.length === 3 ? snapGap(box, targets, reach, axis) : undefined;
  if (gap !== undefined && (best === undefined || Math.abs(gap.by) < Math.abs(best.by))) {
    return { by: gap.by, at: undefined, gaps: gap.gaps };
  }
  if (best !== undefined) return { by: best.by, at: best.at, gaps: [] };
  return { by: toGrid(own[0], aids.grid), at: undefined, gaps: [] };
}

/** Returns the distance to the nearest line of the grid. */
function toGrid(edge: number | undefined, grid: number | undefined): number {
  return edge === undefined || grid === undefined ? 0 : Math.round(edge / grid) * grid - edge;
}

/** The gaps along a line to the nearest box on each side of the moved one. */
function neighborGaps(box: Rectangle, targets: readonly Rectangle[], { axis, at }: SnapLine): readonly SnapGap[] {
  const along = OTHER[axis];
  const end = (one: Rectangle): number => one[along] + one[SIDE[along]];
  const on = targets.filter((one) => linesOf(one, axis).some((line) => Math.abs(line - at) < SAME_PX));
  const before = Math.max(...on.map(end).filter((place) => place < box[along]));
  const after = Math.min(...on.map((one) => one[along]).filter((place) => place > end(box)));
  const gapOf = (from: number, to: number): SnapGap => ({ axis: along, from, to, across: at });
  return [
    ...(Number.isFinite(before) ? [gapOf(before, box[along])] : []),
    ...(Number.isFinite(after) ? [gapOf(end(box), after)] : []),
  ];
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
