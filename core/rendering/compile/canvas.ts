import { blendOver, clear, copyInto } from "../frame/blend.js";
import { type DeviceGrid, type DeviceRect, overlap, wholeGrid } from "../frame/device-grid.js";
import { emptyTile, type Tile } from "../frame/tile.js";
import { type RenderWarning } from "../warnings.js";
import { dirtyAreas, type PaintedItem } from "./dirty-areas.js";
import { type Drawn, type Item, type RenderResources } from "./item.js";

/** An item that lies on a canvas, with the warnings that its drawing gave. */
interface CanvasItem extends PaintedItem {
  readonly warnings: readonly RenderWarning[];
}

/** A picture in the making, which knows what lies on it. */
export interface Canvas {
  readonly tile: Tile;
  readonly items: readonly CanvasItem[];
}

/** An empty canvas. */
export function newCanvas(grid: DeviceGrid): Canvas {
  return { tile: emptyTile(wholeGrid(grid)), items: [] };
}

/**
 * Brings a canvas from what lies on it to the given items, repainting only where something changed. The pixels are
 * those of a canvas painted from nothing, whatever lay on it before. `base` is a canvas with the first of the items on
 * it, if there is one: where it lies beneath, it is copied. The given canvas is used up, even if this fails.
 */
export async function paintOnto(
  canvas: Canvas,
  items: readonly Item[],
  base: Canvas | undefined,
  resources: RenderResources,
): Promise<Canvas> {
  const { tile } = canvas;
  const beneath = base !== undefined && startsWith(items, base.items) ? base : undefined;
  const areas = dirtyAreas(canvas.items, items, tile);
  for (const area of areas) {
    if (beneath === undefined) clear(tile, area);
    else copyInto(tile, beneath.tile, area);
  }
  const known = new Map([...canvas.items, ...(beneath?.items ?? [])].map((item) => [item.key, item.warnings]));
  const result: CanvasItem[] = [];
  for (const [index, item] of items.entries()) {
    const isBeneath = index < (beneath?.items.length ?? 0);
    const touched = isBeneath ? [] : areas.filter((area) => isTouched(item, area));
    const drawn = touched.length > 0 || !known.has(item.key) ? await drawItem(item, resources) : undefined;
    for (const source of drawn?.tiles ?? []) for (const area of touched) blendOver(tile, source, area);
    result.push({ key: item.key, rect: item.rect, warnings: drawn?.warnings ?? known.get(item.key) ?? [] });
  }
  return { tile, items: result };
}

function isTouched({ rect }: Item, area: DeviceRect): boolean {
  return rect !== undefined && overlap(rect, area) !== undefined;
}

function startsWith(items: readonly Item[], beginning: readonly CanvasItem[]): boolean {
  return beginning.length <= items.length && beginning.every(({ key }, index) => items[index]?.key === key);
}

/** An item's pixels, remembered by its key. */
export async function drawItem(item: Item, { drawn }: RenderResources): Promise<Drawn> {
  const known = drawn.get(item.key);
  if (known !== undefined) return known;
  const made = await item.draw();
  drawn.set(
    item.key,
    made,
    made.tiles.reduce((sum, { pixels }) => sum + pixels.byteLength, 500),
  );
  return made;
}
