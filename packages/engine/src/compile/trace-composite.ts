/** Writes composites for formats with vectors. Their shadows and image masks are drawn as pixels. */
import { boxOfPixels, type DeviceGrid, deviceGrid, viewOf } from "../frame/device-grid.js";
import { bytesOf, emptyTile, type Tile } from "../frame/tile.js";
import { blendOver } from "../frame/blend.js";
import type { VectorImage } from "../images/vector-image.js";
import { type Item, type LayerItemTools, type Traced, traceItem } from "../items/item.js";
import type { VectorPiece } from "../items/vector-piece.js";
import type { Composite } from "../layout/composite.js";
import type { RenderWarning } from "../shared/warnings.js";
import type { Box } from "../paint/fragment.js";

/** The largest number of pixels of one composite, unless the picture itself has more. */
const MAX_PIXELS = 1_500_000;

/** The functions that draw a composite as pixels. */
export interface CompositeDrawing {
  readonly itemOf: (layer: Composite, tools: LayerItemTools) => Promise<Item>;
  /** Draws the shadows beneath a composite without its content. */
  readonly shadowsOf: (layer: Composite, tools: LayerItemTools) => Promise<Tile | undefined>;
  /** Returns the shapes that a composite is cut to, from the outermost one. */
  readonly shapesOf: (layer: Composite) => readonly Extract<VectorPiece, { svg: string }>[];
}

/** Returns the vectors of a composite, over an image of its shadows, or an image of all of it. */
export async function traceComposite(
  layer: Composite,
  density: number,
  tools: LayerItemTools,
  drawing: CompositeDrawing,
): Promise<Traced> {
  const { shadows = [], mask_image_url = "", opacity } = layer;
  const isPixels = mask_image_url !== "" || shadows.some(({ inset }) => inset);
  const item = await drawing.itemOf(layer, tools);
  if (item.rect === undefined) return { warnings: [] };
  const grid = gridFor(item.bounds, density, tools.grid);
  const fine: LayerItemTools = { ...tools, grid, scale: Math.max(grid.scaleX, grid.scaleY) };
  if (isPixels) return await asPixels(await drawing.itemOf(layer, fine), grid);
  const pieces: VectorPiece[] = [];
  const shadow = shadows.length === 0 ? undefined : await drawing.shadowsOf(layer, fine);
  if (shadow !== undefined) pieces.push(imageOf(shadow, grid));
  const { content, warnings } = await traceContent(layer, density, tools, drawing);
  return { piece: { pieces: [...pieces, content], opacity }, warnings };
}

async function traceContent(
  layer: Composite,
  density: number,
  { itemsOf }: LayerItemTools,
  { shapesOf }: CompositeDrawing,
): Promise<{ content: VectorPiece; warnings: RenderWarning[] }> {
  const pieces: VectorPiece[] = [];
  const warnings: RenderWarning[] = [];
  for (const child of await itemsOf(layer.children)) {
    const traced = await traceItem(child, density);
    warnings.push(...traced.warnings);
    if (traced.piece !== undefined && child.rect !== undefined) pieces.push(traced.piece);
  }
  const content = shapesOf(layer).reduce<VectorPiece>((inner, clip) => ({ pieces: [inner], clip }), { pieces });
  return { content, warnings };
}

/** Draws an item as one image. */
async function asPixels(item: Item, grid: DeviceGrid): Promise<Traced> {
  const { drawings, warnings } = await item.draw();
  if (item.rect === undefined || drawings.length === 0) return { warnings };
  const tile = emptyTile(item.rect);
  for (const drawn of drawings) blendOver(tile, drawn, tile);
  return { piece: { pieces: [imageOf(tile, grid)] }, warnings };
}

function imageOf(tile: Tile, grid: DeviceGrid): VectorImage {
  const box = boxOfPixels(grid, tile);
  const { width, height } = tile;
  return {
    content: { width, height, pixels: bytesOf(tile), isOpaque: false },
    box,
    fitting: { fit: "fill", focus_x: 0.5, focus_y: 0.5 },
    rectangle: { left: 0, top: 0, width: box.width, height: box.height },
  };
}

/** Returns the grid for the pixels of an area: with the wanted density, if the area does not have too many pixels. */
function gridFor({ width, height }: Box, density: number, grid: DeviceGrid): DeviceGrid {
  const most = Math.sqrt(MAX_PIXELS / Math.max(1, width * height));
  const wanted = Math.max(Math.min(density, most), grid.scaleX);
  return wanted <= grid.scaleX ? grid : deviceGrid(viewOf(grid), wanted);
}
