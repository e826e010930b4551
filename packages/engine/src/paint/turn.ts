import { type Box, centerOf, type Fragment, EMPTY_FRAGMENT, turnedBounds } from "./fragment.js";
import { num } from "./svg.js";

/** What applies to a layer as a whole. */
export interface Turned extends Box {
  readonly opacity: number;
  readonly rotation: number;
}

/** The SVG of a layer with its opacity, turned around the center of its box. `bounds` are those of the SVG before the turn. */
export function turn(svg: string, bounds: Box, layer: Turned): Fragment {
  if (svg === "") return EMPTY_FRAGMENT;
  const middle = centerOf(layer);
  const isTurned = layer.rotation % 360 !== 0;
  const rotation = `rotate(${num(layer.rotation)} ${num(middle.x)} ${num(middle.y)})`;
  return {
    svg: isTurned ? `<g transform="${rotation}">${svg}</g>` : svg,
    bounds: isTurned ? turnedBounds(bounds, layer.rotation, middle) : bounds,
    opacity: layer.opacity,
  };
}

/** An attribute of a group that is drawn on its own ground before it is blended. */
export const ISOLATED = 'style="isolation:isolate"';

/** The start of such a group. */
export const APART = `<g ${ISOLATED}>`;

/**
 * A fragment as one piece of SVG, with its opacity. Several parts are drawn on their own ground and then blended once,
 * as a tile is, so that both paths round in the same way.
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

/** Whether a part is blended as a whole, not path by path. */
export function isGrouped(svg: string): boolean {
  return svg.includes(" filter=") || svg.includes(" clip-path=") || svg.includes("<svg");
}
