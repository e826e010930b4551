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

/** How a group begins that is drawn on a ground of its own. */
export const APART = '<g style="isolation:isolate">';

/**
 * A fragment as one piece of SVG, its opacity included. What has several parts is put together on a ground of its own
 * and laid down once, as a tile is, so that both round alike.
 */
export function withOpacity({ svg, opacity = 1 }: Fragment): string {
  if (svg === "") return "";
  if (opacity < 1) return `<g opacity="${num(opacity)}">${svg}</g>`;
  return hasParts(svg) ? `${APART}${svg}</g>` : svg;
}

/** Whether there is more to a piece of SVG than one path or picture. */
export function hasParts(svg: string): boolean {
  return svg.indexOf("<path") !== svg.lastIndexOf("<path") || isGrouped(svg);
}

/** Whether anything is laid down as a whole rather than filled path by path. */
function isGrouped(svg: string): boolean {
  return svg.includes(" filter=") || svg.includes(" clip-path=") || svg.includes("<svg");
}
