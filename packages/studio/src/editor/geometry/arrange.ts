/** Aligning boxes with each other, and spacing them evenly. */
import { type Box, boundsOf, type Point, type Rectangle } from "./box.js";

export type Alignment = "left" | "center" | "right" | "top" | "middle" | "bottom";

/**
 * Returns how far each box moves to be aligned.
 * @param within the box to align with. By default the box around all of them
 */
export function alignBoxes(
  boxes: ReadonlyMap<string, Box>,
  alignment: Alignment,
  within?: Rectangle,
): ReadonlyMap<string, Point> {
  const around = within ?? boundsOf([...boxes.values()]);
  const moves = new Map<string, Point>();
  if (around === undefined) return moves;
  for (const [id, box] of boxes) {
    const own = boundsOf([box]) ?? box;
    const dx = { left: 0, center: 0.5, right: 1 }[alignment as string];
    const dy = { top: 0, middle: 0.5, bottom: 1 }[alignment as string];
    moves.set(id, {
      x: dx === undefined ? 0 : around.x + (around.width - own.width) * dx - own.x,
      y: dy === undefined ? 0 : around.y + (around.height - own.height) * dy - own.y,
    });
  }
  return moves;
}

/** Returns how far each box moves so that the gaps between neighbors are equal. The outer two stay. */
export function distributeBoxes(boxes: ReadonlyMap<string, Box>, axis: "x" | "y"): ReadonlyMap<string, Point> {
  const side = axis === "x" ? "width" : "height";
  const upright = [...boxes].map(([id, box]) => ({ id, box: boundsOf([box]) ?? box }));
  const order = upright.sort((a, b) => a.box[axis] + a.box[side] / 2 - (b.box[axis] + b.box[side] / 2));
  const [first, last] = [order[0], order.at(-1)];
  const moves = new Map<string, Point>();
  if (order.length < 3 || first === undefined || last === undefined) return moves;
  const taken = order.reduce((sum, { box }) => sum + box[side], 0);
  const room = last.box[axis] + last.box[side] - first.box[axis];
  const gap = (room - taken) / (order.length - 1);
  let at = first.box[axis];
  for (const { id, box } of order) {
    const by = at - box[axis];
    moves.set(id, axis === "x" ? { x: by, y: 0 } : { x: 0, y: by });
    at += box[side] + gap;
  }
  return moves;
}
