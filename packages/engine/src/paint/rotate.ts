import { type Box, centerOf, type Fragment, EMPTY_FRAGMENT, rotatedBounds } from "./fragment.js";
import { num } from "./svg.js";

/** The attributes that apply to a layer as a whole. */
export interface Rotated extends Box {
  readonly opacity: number;
  readonly rotation: number;
}

/**
 * Rotates the SVG of a layer around the center of its box, and adds its opacity. `bounds` are those of the SVG before
 * the rotation.
 */
export function rotate(svg: string, bounds: Box, layer: Rotated): Fragment {
  if (svg === "") return EMPTY_FRAGMENT;
  const middle = centerOf(layer);
  const isRotated = layer.rotation % 360 !== 0;
  const rotation = `rotate(${num(layer.rotation)} ${num(middle.x)} ${num(middle.y)})`;
  return {
    svg: isRotated ? `<g transform="${rotation}">${svg}</g>` : svg,
    bounds: isRotated ? rotatedBounds(bounds, layer.rotation, middle) : bounds,
    opacity: layer.opacity,
  };
}

/** The attribute of an isolated group, which is drawn on a transparent buffer before it is blended. */
export const ISOLATED = 'style="isolation:isolate"';

/** The start of an isolated group. */
export const ISOLATED_GROUP = `<g ${ISOLATED}>`;

/**
 * Returns a fragment as one piece of SVG with its opacity. Several parts are drawn as an isolated group and then
 * blended once, like a tile, so that both paths round in the same way.
 */
export function withOpacity({ svg, opacity = 1 }: Fragment): string {
  if (svg === "") return "";
  if (opacity < 1) return `<g opacity="${num(opacity)}">${svg}</g>`;
  return hasParts(svg) ? `${ISOLATED_GROUP}${svg}</g>` : svg;
}

/** Returns whether a piece of SVG has more than one path or image. */
export function hasParts(svg: string): boolean {
  return svg.indexOf("<path") !== svg.lastIndexOf("<path") || isGrouped(svg);
}

/** Returns whether a part of the SVG is blended as a whole, not path by path. */
export function isGrouped(svg: string): boolean {
  return svg.includes(" filter=") || svg.includes(" clip-path=") || svg.includes("<svg");
}
