/**
 * The reference path draws a picture in two ways: layer by layer, each on the whole picture, and all layers as one
 * drawing. Tests compare the fast path with both.
 */
import type { SizedDocument } from "../document/document-size.js";
import { expandLayers } from "../document/expand-layers.js";
import type { Overrides } from "../document/overrides.js";
import type { CompileOptions } from "../compile/compile-template.js";
import { decideLayers } from "../compile/decide-layers.js";
import { backgroundItem, makeItems, type RenderTools } from "../compile/make-items.js";
import type { Piece, Written } from "../items/item.js";
import { blendOver, cropTo, isOpaque, maskWith } from "../frame/blend.js";
import { type DeviceGrid, deviceGrid, viewOf, wholeGrid } from "../frame/device-grid.js";
import { rasterizeTogether, rasterizeWhole } from "../frame/rasterize.js";
import { bytesOf, emptyTile, type Frame, type Tile } from "../frame/tile.js";
import { asOneDrawing, isOneDrawing } from "../compile/one-drawing.js";
import { layoutWarnings } from "../resolve/layout-warnings.js";
import { withShadows } from "./reference-shadows.js";
import type { RenderResources } from "../items/resources.js";
import type { RenderWarning } from "../shared/warnings.js";

/** A picture of the reference path. */
export interface Reference {
  /**
   * Each layer is drawn on the whole picture and then blended, without tiles, caches, repainted areas or copied images.
   * The fast path rounds in the same way.
   */
  readonly layered: Frame;
  /**
   * Draws everything as one drawing, which the rasterizer blends. It can round the edge of a layer differently. Returns
   * undefined if the rasterizer would cut off groups that reach far, or if there are shadows that follow alpha.
   */
  readonly draw: () => Promise<Frame | undefined>;
  readonly warnings: readonly RenderWarning[];
}

/** Renders a checked document whose height is known. */
export async function renderReference(
  document: SizedDocument,
  overrides: Overrides,
  { scale, transparent }: CompileOptions,
  resources: RenderResources,
): Promise<Reference> {
  const grid = deviceGrid(document, scale);
  const tools: RenderTools = { resources, grid, scale, loads: new Map(), made: new Map() };
  const { ground } = expandLayers(document, overrides, resources.layers.definitions);
  const background = backgroundItem(document, ground, transparent, tools);
  const layers = await decideLayers(document, overrides, transparent, background, tools);
  const items = [background, ...(await makeItems(layers, tools))];
  const edges = await layoutWarnings(layers, viewOf(grid), resources.layers, resources.fonts);
  const parts: Written[] = [];
  for (const item of items) parts.push(await item.write());
  const pieces = parts.flatMap(({ piece }) => (piece === undefined ? [] : [piece]));
  return {
    layered: frameOf(await blended(pieces, grid)),
    draw: async () => {
      if (!pieces.every(isOneDrawing)) return undefined;
      const tile = await rasterizeTogether(pieces.map(asOneDrawing), grid);
      return tile && frameOf(tile);
    },
    warnings: [...parts.flatMap(({ warnings }) => warnings), ...edges],
  };
}

function frameOf(tile: Tile): Frame {
  return { width: tile.width, height: tile.height, pixels: bytesOf(tile), isOpaque: isOpaque(tile) };
}

/** Blends pieces on a transparent tile of the size of the picture. */
async function blended(pieces: readonly Piece[], grid: DeviceGrid): Promise<Tile> {
  const ground = emptyTile(wholeGrid(grid));
  for (const piece of pieces) blendOver(ground, await drawn(piece, grid), ground);
  return ground;
}

async function drawn(piece: Piece, grid: DeviceGrid): Promise<Tile> {
  if ("svg" in piece) return await rasterizeWhole(piece, grid);
  const { pieces, clips, mask, shadows = [], room, opacity } = piece;
  const { grid: inner, left, top } = room ?? { grid, left: 0, top: 0 };
  const ground = await blended(pieces, inner);
  for (const clip of clips) maskWith(ground, await rasterizeWhole(clip, inner));
  if (mask !== undefined) maskWith(ground, await drawn(mask, inner));
  if (shadows.length === 0) return { ...ground, opacity };
  const seen = { left, top, width: grid.width, height: grid.height };
  const whole = { ...withShadows(ground, shadows, seen), left: -left, top: -top };
  return { ...(cropTo(whole, wholeGrid(grid)) ?? whole), opacity };
}
