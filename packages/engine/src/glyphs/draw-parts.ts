import type { ByteCache } from "../shared/byte-cache.js";
import { blendOver } from "../frame/blend.js";
import { type DeviceGrid, type DeviceRect, touchedPixels } from "../frame/device-grid.js";
import { drawnBounds, rasterize } from "../frame/rasterize.js";
import { type Drawing, emptyTile, type Tile } from "../frame/tile.js";
import type { Box, Fragment } from "../paint/fragment.js";
import type { Meter } from "../shared/work.js";
import { drawLetters, type MaskTools } from "./draw-letters.js";
import type { GlyphMask } from "./glyph-mask.js";
import { maskGridOf } from "./mask-grid.js";
import type { Part } from "../text/part.js";

/**
 * The largest font size of letters with masks, in pixels. Larger letters are rare, and their masks would take much of
 * the cache.
 */
const MAX_LETTER_PX = 320;

/**
 * The rasterizer has coordinates of 24 bits. Beyond this pixel of the picture, a coordinate can change if the letter is
 * moved by whole pixels.
 */
const MAX_REACH_PX = 4096;

/** The tools for drawing a layer with text. */
export interface DrawingTools {
  readonly grid: DeviceGrid;
  readonly masks: ByteCache<GlyphMask>;
  readonly spend: Meter;
}

/** Draws a fragment that consists of parts. The pixels are those of its SVG. */
export async function drawParts(fragment: Fragment, parts: readonly Part[], tools: DrawingTools): Promise<Drawing[]> {
  const { grid, masks, spend } = tools;
  const maskGrid = parts.every((part) => canHaveMasks(part, grid)) ? maskGridOf(grid) : undefined;
  const area = touchedPixels(grid, boundsOfParts(fragment.bounds, parts, grid));
  if (maskGrid === undefined || area === undefined) {
    const tile = await rasterize(fragment, grid, spend);
    return tile === undefined ? [] : [tile];
  }
  const maskTools: MaskTools = { grid: maskGrid, masks, spend };
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && "glyphs" in first) {
    return [{ ...(await drawLetters(first, area, maskTools)), opacity: fragment.opacity }];
  }
  return [{ ...(await drawTogether(parts, area, tools, maskTools)), opacity: fragment.opacity }];
}

/** Returns the bounds of parts as they are drawn. Letters need no SVG for this. */
export function boundsOfParts(bounds: Box, parts: readonly Part[], grid: DeviceGrid): Box {
  const svg = parts.map((part) => ("svg" in part ? part.svg : "")).join("");
  return drawnBounds({ svg, bounds }, grid);
}

function canHaveMasks(part: Part, { scaleX, scaleY }: DeviceGrid): boolean {
  if ("svg" in part) return true;
  const { bounds, fontSize } = part;
  const reach = Math.max((bounds.x + bounds.width) * scaleX, (bounds.y + bounds.height) * scaleY);
  return fontSize * Math.max(scaleX, scaleY) <= MAX_LETTER_PX && reach <= MAX_REACH_PX;
}

/** Draws parts over each other on their own transparent tile, as in one drawing of the rasterizer. */
async function drawTogether(
  parts: readonly Part[],
  area: DeviceRect,
  { grid, spend }: DrawingTools,
  maskTools: MaskTools,
): Promise<Tile> {
  const ground = emptyTile(area);
  for (const part of parts) {
    const drawing = "svg" in part ? await rasterize(part, grid, spend) : await drawLetters(part, area, maskTools);
    if (drawing !== undefined) blendOver(ground, drawing, area);
  }
  return ground;
}
