import type { ByteCache } from "../shared/byte-cache.js";
import type { DeviceRect } from "../frame/device-grid.js";
import { shadesOf } from "../frame/shades.js";
import type { Stencil } from "../frame/tile.js";
import type { Meter } from "../shared/work.js";
import { type Cell, cellOf } from "./cell.js";
import { drawMasks } from "./draw-masks.js";
import { addMask, bytesOfMask, type GlyphMask, type PlacedMask } from "./glyph-mask.js";
import { joinGlyphs } from "./join-glyphs.js";
import type { MaskGrid } from "./mask-grid.js";
import type { Letters } from "../text/part.js";
import { glyphBox, type PlacedGlyph } from "../text/placed-glyph.js";

/** Microseconds for a glyph and for a pixel of an area with letters, measured and rounded up. */
const MICROSECONDS = { glyph: 1, pixel: 0.006 } as const;

/** The tools for drawing letters. */
export interface MaskTools {
  readonly grid: MaskGrid;
  readonly masks: ByteCache<GlyphMask>;
  readonly spend: Meter;
}

/**
 * Draws letters on an area of the picture with the masks of their glyphs. The pixels are the same as those of one path
 * of all letters, regardless of the masks in the cache.
 */
export async function drawLetters({ glyphs, color }: Letters, area: DeviceRect, tools: MaskTools): Promise<Stencil> {
  const { grid, spend } = tools;
  spend(glyphs.length * MICROSECONDS.glyph + area.width * area.height * MICROSECONDS.pixel);
  const single = await masksOf(
    glyphs.map((glyph) => cellOf([glyph], grid)),
    tools,
  );
  const groups = joinGlyphs(glyphs.map(glyphBox), single);
  const joined = await masksOf(
    groups.flatMap((group) => joinedCell(group, glyphs, grid)),
    tools,
  );
  const coverage = new Uint8Array(area.width * area.height);
  for (const [first = 0, ...others] of groups) {
    const mask = others.length === 0 ? single[first] : undefined;
    if (mask !== undefined) addMask(area, coverage, mask);
  }
  for (const mask of joined) addMask(area, coverage, mask);
  const { left, top, width, height } = area;
  return { left, top, width, height, coverage, shades: shadesOf(color) };
}

function joinedCell(group: readonly number[], glyphs: readonly PlacedGlyph[], grid: MaskGrid): Cell[] {
  if (group.length < 2) return [];
  const [first, ...others] = group.flatMap((index) => glyphs[index] ?? []);
  return first === undefined ? [] : [cellOf([first, ...others], grid)];
}

/** Returns the masks of cells at their places. */
async function masksOf(cells: readonly Cell[], { grid, masks, spend }: MaskTools): Promise<PlacedMask[]> {
  const found = new Map<string, GlyphMask>();
  const missing = new Map<string, Cell>();
  for (const cell of cells) {
    const known = masks.get(cell.key);
    if (known === undefined) missing.set(cell.key, cell);
    else found.set(cell.key, known);
  }
  if (missing.size > 0) {
    for (const [key, mask] of await drawMasks([...missing.values()], grid, spend)) {
      found.set(key, mask);
      masks.set(key, mask, bytesOfMask(mask));
    }
  }
  return cells.flatMap(({ key, left, top }) => {
    const mask = found.get(key);
    return mask === undefined ? [] : [{ mask, left: left + mask.left, top: top + mask.top }];
  });
}
