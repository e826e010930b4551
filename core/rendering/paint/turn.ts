import { type Box, centreOf, type Fragment, NO_INK, overlaps, turnedBounds } from "./fragment.js";
import { num } from "./svg.js";

/** What a layer does to its ink as a whole. */
export interface Turned extends Box {
  readonly opacity: number;
  readonly rotation: number;
}

/** How a layer as a whole lies: its box and its turn about the middle of it. */
export type Pose = Pick<Turned, "x" | "y" | "width" | "height" | "rotation">;

/**
 * Whether ink of a layer can be seen in the view, the document's own area. Ink that cannot must not be written at all: a
 * group, clip or filter that lies two pictures or more away from the picture ends resvg 0.45, and with it the process.
 */
export function isSeen(ink: Box, layer: Pose, view: Box): boolean {
  return overlaps(turnedBounds(ink, layer.rotation, centreOf(layer)), view);
}

/** A layer's ink with its opacity, turned about the middle of its box. */
export function turn(svg: string, ink: Box, layer: Turned): Fragment {
  if (svg === "") return NO_INK;
  const middle = centreOf(layer);
  const isTurned = layer.rotation % 360 !== 0;
  const rotation = `rotate(${num(layer.rotation)} ${num(middle.x)} ${num(middle.y)})`;
  return {
    svg: isTurned ? `<g transform="${rotation}">${svg}</g>` : svg,
    bounds: isTurned ? turnedBounds(ink, layer.rotation, middle) : ink,
    opacity: layer.opacity,
  };
}

/** A fragment as one piece of SVG, its opacity included. */
export function withOpacity({ svg, opacity = 1 }: Fragment): string {
  return opacity === 1 || svg === "" ? svg : `<g opacity="${num(opacity)}">${svg}</g>`;
}
