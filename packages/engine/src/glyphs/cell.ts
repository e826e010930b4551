import type { DeviceRect } from "../frame/device-grid.js";
import { inflate, unite } from "../paint/fragment.js";
import { STEPS_PER_PIXEL } from "../text/outlines.js";
import type { MaskGrid } from "./mask-grid.js";
import { glyphBox, type PlacedGlyph } from "../text/placed-glyph.js";

/** Glyphs that share a mask: nearly always a single glyph. */
export interface Cell {
  /** Cells with the same key have the same mask. */
  readonly key: string;
  /** The pixel of the picture that is the origin of the mask. */
  readonly left: number;
  readonly top: number;
  /** The glyphs, with the origin of the mask at 0, 0. */
  readonly glyphs: readonly PlacedGlyph[];
}

/**
 * Returns the cell of one or more glyphs. Its origin is at a whole pixel, so that the place of the cell does not change
 * the mask.
 */
export function cellOf(glyphs: readonly [PlacedGlyph, ...PlacedGlyph[]], grid: MaskGrid): Cell {
  const { scaleX, scaleY, periodX, periodY } = grid;
  const [first] = glyphs;
  const x = Math.floor(first.x / periodX) * periodX;
  const y = Math.floor(first.y / periodY) * periodY;
  const moved = glyphs.map((glyph) => ({ outline: glyph.outline, x: glyph.x - x, y: glyph.y - y }));
  let key = `${scaleX} ${scaleY}`;
  for (const glyph of moved) key += ` ${glyph.x} ${glyph.y} ${glyph.outline.key}`;
  return { key, left: (x / STEPS_PER_PIXEL) * scaleX, top: (y / STEPS_PER_PIXEL) * scaleY, glyphs: moved };
}

/**
 * Returns the rectangle of the pixels that the glyphs of a cell can touch, relative to the origin of its mask. It also
 * contains the control points of the curves: the rasterizer cuts a path that has points outside of the drawing, and
 * then rounds it differently.
 */
export function cellRect({ glyphs }: Cell, { scaleX, scaleY }: MaskGrid): DeviceRect {
  const boxes = glyphs.map((glyph) => inflate(glyphBox(glyph), glyph.outline.reach));
  const { x, y, width, height } = unite(boxes);
  const [left, top] = [Math.floor(x * scaleX), Math.floor(y * scaleY)];
  return {
    left,
    top,
    width: Math.ceil((x + width) * scaleX) - left,
    height: Math.ceil((y + height) * scaleY) - top,
  };
}
