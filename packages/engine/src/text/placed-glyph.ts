import type { Box } from "../paint/fragment.js";
import { num } from "../paint/svg.js";
import { type GlyphOutline, STEPS_PER_PIXEL } from "./outlines.js";

/** An outline at its place in the document. */
export interface PlacedGlyph {
  readonly outline: GlyphOutline;
  /** The origin of the glyph, in whole steps of `STEPS_PER_PIXEL`. */
  readonly x: number;
  readonly y: number;
}

/** Letters start at quarters of a pixel, as in browsers. So a letter has at most four different masks in a line. */
const STEPS_PER_PLACE = STEPS_PER_PIXEL / 4;

/** Puts an outline at the nearest place to a point. */
export function placeGlyph(outline: GlyphOutline, x: number, y: number): PlacedGlyph {
  return {
    outline,
    x: Math.round((x * STEPS_PER_PIXEL) / STEPS_PER_PLACE) * STEPS_PER_PLACE,
    y: Math.round(y * STEPS_PER_PIXEL),
  };
}

/** Returns the box around the ink of a glyph, in document pixels. It is never empty. */
export function glyphBox({ outline, x, y }: PlacedGlyph): Box {
  return {
    x: x / STEPS_PER_PIXEL + outline.left,
    y: y / STEPS_PER_PIXEL + outline.top,
    width: Math.max(outline.right - outline.left, 0.01),
    height: Math.max(outline.bottom - outline.top, 0.01),
  };
}

/** Returns a glyph as path data. */
export function glyphPath({ outline, x, y }: PlacedGlyph): string {
  const { startX, startY, tail } = outline;
  return `M${num(x / STEPS_PER_PIXEL + startX)} ${num(y / STEPS_PER_PIXEL + startY)}${tail}`;
}
