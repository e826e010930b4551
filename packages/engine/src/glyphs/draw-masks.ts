/** Draws the masks that no cache has, many in one drawing. */
import type { DeviceRect } from "../frame/device-grid.js";
import { drawSvg } from "../frame/rasterize.js";
import { rasterWork } from "../frame/raster-work.js";
import type { Meter } from "../shared/work.js";
import { type Cell, cellRect } from "./cell.js";
import type { GlyphMask } from "./glyph-mask.js";
import type { MaskGrid } from "./mask-grid.js";
import { glyphPath } from "../text/placed-glyph.js";

/** The sides of a sheet. A sheet grows if a single cell is wider or higher. */
const SHEET = { width: 1024, height: 256 };
/**
 * The distance between cells, and from the edges. A path that is beyond an edge only by a rounding error is cut, and
 * then rounded differently.
 */
const MARGIN = 1;

/** A cell with the pixels that it touches, and its place on a sheet. */
interface Slot {
  readonly cell: Cell;
  readonly rect: DeviceRect;
  readonly left: number;
  readonly top: number;
}

interface Sheet {
  readonly slots: Slot[];
  width: number;
  height: number;
}

/** Draws the masks of cells, and returns them by key. */
export async function drawMasks(cells: readonly Cell[], grid: MaskGrid, spend: Meter): Promise<Map<string, GlyphMask>> {
  const masks = new Map<string, GlyphMask>();
  for (const sheet of sheetsOf(cells, grid)) {
    const svg = sheet.slots.map((slot) => slotSvg(slot, grid)).join("");
    const area = sheet.width * sheet.height;
    spend(rasterWork(svg, { drawn: area, ink: area, unit: grid.scaleX * grid.scaleY }));
    const pixels = await drawSvg(svg, sheet);
    for (const slot of sheet.slots) masks.set(slot.cell.key, cutOut(slot, pixels, sheet.width));
  }
  return masks;
}

/** Places cells in rows, from left to right. */
function sheetsOf(cells: readonly Cell[], grid: MaskGrid): Sheet[] {
  const sheets: Sheet[] = [];
  let sheet: Sheet | undefined;
  let [left, top] = [MARGIN, MARGIN];
  for (const cell of cells) {
    const rect = cellRect(cell, grid);
    const [width, height] = [rect.width + MARGIN, rect.height + MARGIN];
    if (sheet !== undefined && left + width > SHEET.width) [left, top] = [MARGIN, sheet.height];
    if (sheet === undefined || (top > MARGIN && top + height > SHEET.height)) {
      sheet = { slots: [], width: 0, height: 0 };
      sheets.push(sheet);
      [left, top] = [MARGIN, MARGIN];
    }
    sheet.slots.push({ cell, rect, left, top });
    left += width;
    sheet.width = Math.max(sheet.width, left);
    sheet.height = Math.max(sheet.height, top + height);
  }
  return sheets;
}

function slotSvg({ cell, rect, left, top }: Slot, { scaleX, scaleY }: MaskGrid): string {
  const path = cell.glyphs.map(glyphPath).join("");
  return `<path transform="matrix(${scaleX} 0 0 ${scaleY} ${left - rect.left} ${top - rect.top})" d="${path}"/>`;
}

/** Returns the alpha of the pixels of a slot. */
function cutOut({ rect, left, top }: Slot, pixels: Uint32Array, sheetWidth: number): GlyphMask {
  const coverage = new Uint8Array(rect.width * rect.height);
  for (let row = 0; row < rect.height; row++) {
    const from = (top + row) * sheetWidth + left;
    const to = row * rect.width;
    for (let column = 0; column < rect.width; column++) coverage[to + column] = (pixels[from + column] ?? 0) >>> 24;
  }
  return { ...rect, coverage };
}
