/** How far two boxes are apart, as design tools show it while a key is held. */
import type { Rectangle } from "./box.js";
import type { SnapGap, SnapLine } from "./snap.js";

/** Distances, and lines that extend an edge to where the distance is measured. */
export interface Distances {
  readonly gaps: readonly SnapGap[];
  readonly extensions: readonly SnapLine[];
}

type Axis = "x" | "y";
const SIDE = { x: "width", y: "height" } as const;
const OTHER = { x: "y", y: "x" } as const;

/**
 * Measures from one box to another on both axes. Boxes beside each other have one distance on that axis. If one contains
 * the other, or if they overlap, the distances are those between the edges on the same side.
 */
export function distancesBetween(from: Rectangle, to: Rectangle): Distances {
  const gaps: SnapGap[] = [];
  const extensions: SnapLine[] = [];
  for (const axis of ["x", "y"] as const) {
    const across = from[OTHER[axis]] + from[SIDE[OTHER[axis]]] / 2;
    for (const [start, end, target] of spans(from, to, axis)) {
      if (start === end) continue;
      gaps.push({ axis, from: Math.min(start, end), to: Math.max(start, end), across });
      const extension = extensionTo(to, axis, target, across);
      if (extension !== undefined) extensions.push(extension);
    }
  }
  return { gaps, extensions };
}

/** Returns the distances on an axis: from, to, and which of the two is an edge of the other box. */
function spans(from: Rectangle, to: Rectangle, axis: Axis): readonly (readonly [number, number, number])[] {
  const [start, end] = [from[axis], from[axis] + from[SIDE[axis]]];
  const [otherStart, otherEnd] = [to[axis], to[axis] + to[SIDE[axis]]];
  if (end <= otherStart) return [[end, otherStart, otherStart]];
  if (otherEnd <= start) return [[otherEnd, start, otherEnd]];
  return [
    [start, otherStart, otherStart],
    [end, otherEnd, otherEnd],
  ];
}

/** The line along an edge, from the box to where the distance is measured, if that is beside the box. */
function extensionTo(box: Rectangle, axis: Axis, at: number, across: number): SnapLine | undefined {
  const other = OTHER[axis];
  const [start, end] = [box[other], box[other] + box[SIDE[other]]];
  if (across < start) return { axis, at, from: across, to: start };
  return across > end ? { axis, at, from: end, to: across } : undefined;
}
