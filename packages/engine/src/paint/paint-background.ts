import { type Color, parseColor } from "../document/attributes/color.js";
import type { Gradient } from "../document/attributes/gradient.js";
import { gradientFill, isVisible, solidFill } from "./fill.js";
import { type Box, EMPTY_FRAGMENT, type Fragment } from "./fragment.js";
import { RECTANGLE } from "./outline.js";

/** Paints the ground of a document: its background color or gradient, or the color beneath the background layer. */
export function paintBackground(
  { width, height }: { readonly width: number; readonly height: number },
  ground: string | Gradient,
): Fragment {
  const bounds: Box = { x: 0, y: 0, width, height };
  if (typeof ground === "string" && !isVisible(ground)) return EMPTY_FRAGMENT;
  const fill = typeof ground === "string" ? solidFill(ground) : gradientFill(ground, bounds);
  const svg = `${fill.definition}<path d="${RECTANGLE.path(bounds)}" ${fill.attributes}/>`;
  return { svg, bounds, ground: typeof ground === "string" ? opaqueColor(ground) : undefined };
}

function opaqueColor(text: string): Color | undefined {
  const color = parseColor(text);
  return color?.alpha === 1 ? color : undefined;
}
