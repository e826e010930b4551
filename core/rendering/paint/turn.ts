import { type Box, centreOf, type Fragment, NO_INK, turnedBounds } from "./fragment.js";
import { num } from "./svg.js";

/** What a layer does to its ink as a whole. */
export interface Turned extends Box {
  readonly opacity: number;
  readonly rotation: number;
}

/** A layer's ink with its opacity, turned about the middle of its box. */
export function turn(svg: string, ink: Box, layer: Turned): Fragment {
  if (svg === "") return NO_INK;
  const middle = centreOf(layer);
  const isTurned = layer.rotation % 360 !== 0;
  const attributes =
    (layer.opacity < 1 ? ` opacity="${num(layer.opacity)}"` : "") +
    (isTurned ? ` transform="rotate(${num(layer.rotation)} ${num(middle.x)} ${num(middle.y)})"` : "");
  return {
    svg: attributes === "" ? svg : `<g${attributes}>${svg}</g>`,
    bounds: isTurned ? turnedBounds(ink, layer.rotation, middle) : ink,
  };
}
