import { type Box } from "../paint/fragment.js";

/** What of a layer's attributes tells where its text may stand. */
export interface TextPlace extends Box {
  readonly padding: number;
  readonly border_width: number;
}

/** The box of the letters: what a layer's border and padding leave, a pixel wide and high at least. */
export function textRoom({ x, y, width, height, padding, border_width }: TextPlace): Box {
  const inset = padding + border_width;
  return {
    x: x + inset,
    y: y + inset,
    width: Math.max(1, width - 2 * inset),
    height: Math.max(1, height - 2 * inset),
  };
}
