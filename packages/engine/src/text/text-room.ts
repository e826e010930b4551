import type { Box } from "../paint/fragment.js";

/** The attributes of a layer that place its text. */
export interface TextPlace extends Box {
  readonly padding: number;
  readonly border_width: number;
}

/** Returns the box of the letters: a layer's box without border and padding, at least 1 × 1 pixel. */
export function textRoom({ x, y, width, height, padding, border_width }: TextPlace): Box {
  const inset = padding + border_width;
  return {
    x: x + inset,
    y: y + inset,
    width: Math.max(1, width - 2 * inset),
    height: Math.max(1, height - 2 * inset),
  };
}
