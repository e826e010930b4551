/** Where layers are on the canvas, from their places in their groups, and back. */
import { type Box, centerOf, type Point, type Rectangle, rotateAround } from "./box.js";

/** Returns the box on the canvas of a layer whose box is relative to the upright box of its group. */
export function toCanvas(parent: Box, local: Box): Box {
  const upright = { x: parent.x + local.x, y: parent.y + local.y, width: local.width, height: local.height };
  return centered(
    rotateAround(centerOf(upright), centerOf(parent), parent.rotation),
    local,
    parent.rotation + local.rotation,
  );
}

/** Returns the box relative to the upright box of its group. This is the reverse of {@link toCanvas}. */
export function toLocal(parent: Box, onCanvas: Box): Box {
  const center = rotateAround(centerOf(onCanvas), centerOf(parent), -parent.rotation);
  const local = { x: center.x - parent.x, y: center.y - parent.y };
  return centered(local, onCanvas, onCanvas.rotation - parent.rotation);
}

function centered(center: Point, { width, height }: Pick<Rectangle, "width" | "height">, rotation: number): Box {
  return { x: center.x - width / 2, y: center.y - height / 2, width, height, rotation };
}
