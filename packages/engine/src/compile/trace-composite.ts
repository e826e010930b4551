/** Writes composites for formats with vectors. Their shadows and image masks are drawn as pixels. */
import { boxOfPixels, type DeviceGrid, viewOf } from "../frame/device-grid.js";
import { bytesOf, emptyTile, type Tile } from "../frame/tile.js";
import { blendOver } from "../frame/blend.js";
import type { VectorImage } from "../images/vector-image.js";
import { type Item, type LayerItemTools, type Traced, traceItem } from "../items/item.js";
import type { VectorPiece } from "../items/vector-piece.js";
import type { Composite } from "../layout/composite.js";
import { partDensity } from "../limits/print-pixels.js";
import { type Box, intersection, shift } from "../paint/fragment.js";
import type { RenderWarning } from "../shared/warnings.js";
import { moveLayer } from "./move-layer.js";

/** A grid for a part of the page. Its pixels are finer than those of the picture. */
interface PartGrid {
  readonly grid: DeviceGrid;
  /** The place of the grid, in document pixels. */
  readonly x: number;
  readonly y: number;
}

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
  const area = intersection(item.bounds, viewOf(tools.grid));
  const part = partGrid(area, partDensity({ ...area, shadows, hasContent: isPixels }, density, tools.grid.scaleX));
  const moved = moveLayer(layer, -part.x, -part.y);
  const fine: LayerItemTools = { ...tools, grid: part.grid, scale: part.grid.scaleX };
  if (isPixels) return await asPixels(await drawing.itemOf(moved, fine), part);
  const pieces: VectorPiece[] = [];
  const shadow = shadows.length === 0 ? undefined : await drawing.shadowsOf(moved, fine);
  if (shadow !== undefined) pieces.push(imageOf(shadow, part));
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
async function asPixels(item: Item, part: PartGrid): Promise<Traced> {
  const { drawings, warnings } = await item.draw();
  if (item.rect === undefined || drawings.length === 0) return { warnings };
  const tile = emptyTile(item.rect);
  for (const drawn of drawings) blendOver(tile, drawn, tile);
  return { piece: { pieces: [imageOf(tile, part)] }, warnings };
}

function imageOf(tile: Tile, { grid, x, y }: PartGrid): VectorImage {
  const box = shift(boxOfPixels(grid, tile), x, y);
  const { width, height } = tile;
  return {
    content: { width, height, pixels: bytesOf(tile), isOpaque: false },
    box,
    fitting: { fit: "fill", focus_x: 0.5, focus_y: 0.5 },
    rectangle: { left: 0, top: 0, width: box.width, height: box.height },
  };
}

/** Returns a grid for an area. It starts at a whole pixel of the page, so that an image does not depend on the area. */
function partGrid({ x, y, width, height }: Box, density: number): PartGrid {
  const [left, top] = [Math.floor(x * density), Math.floor(y * density)];
  const grid = {
    width: Math.max(1, Math.ceil((x + width) * density) - left),
    height: Math.max(1, Math.ceil((y + height) * density) - top),
    scaleX: density,
    scaleY: density,
  };
  return { grid, x: left / density, y: top / density };
}
