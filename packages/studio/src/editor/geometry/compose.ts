/** Converts the places of layers in their groups to places on the canvas, and back. */
import { type Box, centerOf, type Point, type Rectangle, rotateAround } from "./box.js";

/** Converts the box of a layer from a place relative to the upright box of its group to a place on the canvas. */
export function toCanvas(parent: Box, local: Box): Box {
  const upright = { x: parent.x + local.x, y: parent.y + local.y, width: local.width, height: local.height };
  return centered(
    rotateAround(centerOf(upright), centerOf(parent), parent.rotation),
    local,
    parent.rotation + local.rotation,
  );
}

/** Converts a box on the canvas to one relative to the upright box of its group. The reverse of {@link toCanvas}. */
export function toLocal(parent: Box, onCanvas: Box): Box {
  const center = rotateAround(centerOf(onCanvas), centerOf(parent), -parent.rotation);
  const local = { x: center.x - parent.x, y: center.y - parent.y };
  return centered(local, onCanvas, onCanvas.rotation - parent.rotation);
}

function centered(center: Point, { width, height }: Pick<Rectangle, "width" | "height">, rotation: number): Box {
  return { x: center.x - width / 2, y: center.y - height / 2, width, height, rotation };
}
