import { blendOver, clear, copyInto } from "../frame/blend.js";
import { type DeviceGrid, type DeviceRect, overlap, wholeGrid } from "../frame/device-grid.js";
import { bytesOfDrawing, emptyTile, type Tile } from "../frame/tile.js";
import { EncodedRows } from "../frame/encoded-rows.js";
import type { RenderWarning } from "../shared/warnings.js";
import { dirtyAreas, type PlacedItem } from "./dirty-areas.js";
import type { Drawn, Item, ItemResources } from "../items/item.js";

/** An item that is painted on a frame, with the warnings of its drawing. */
interface PaintedItem extends PlacedItem {
  readonly warnings: readonly RenderWarning[];
}

/** The pixels of a whole picture, and the items that are painted on them. */
export interface PaintedFrame {
  readonly tile: Tile;
  readonly items: readonly PaintedItem[];
  /** The rows that are encoded already. Painting forgets those that it changes. */
  readonly encoded: EncodedRows;
}

/** Returns a frame without items. */
export function emptyFrame(grid: DeviceGrid): PaintedFrame {
  return { tile: emptyTile(wholeGrid(grid)), items: [], encoded: new EncodedRows(grid.width) };
}

/**
 * Paints items on a frame, and repaints only where they differ from the previous items. The pixels are the same as on
 * an empty frame. `base` is a frame that may already have the first items. If it does, its pixels are copied. The given
 * frame is changed in place, even if painting fails.
 */
export async function paintFrame(
  frame: PaintedFrame,
  items: readonly Item[],
  base: PaintedFrame | undefined,
  resources: ItemResources,
): Promise<PaintedFrame> {
  const { tile, encoded } = frame;
  const beneath = base !== undefined && startsWith(items, base.items) ? base : undefined;
  const areas = dirtyAreas(frame.items, items, tile);
  encoded.forget(areas);
  for (const area of areas) {
    if (beneath === undefined) clear(tile, area);
    else copyInto(tile, beneath.tile, area);
  }
  const known = new Map([...frame.items, ...(beneath?.items ?? [])].map((item) => [item.key, item.warnings]));
  const result: PaintedItem[] = [];
  for (const [index, item] of items.entries()) {
    const isBeneath = index < (beneath?.items.length ?? 0);
    const touched = isBeneath ? [] : areas.filter((area) => isTouched(item, area));
    const drawn = touched.length > 0 || !known.has(item.key) ? await drawItem(item, resources) : undefined;
    for (const source of drawn?.drawings ?? []) for (const area of touched) blendOver(tile, source, area);
    result.push({ key: item.key, rect: item.rect, warnings: drawn?.warnings ?? known.get(item.key) ?? [] });
  }
  return { tile, items: result, encoded };
}

function isTouched({ rect }: Item, area: DeviceRect): boolean {
  return rect !== undefined && overlap(rect, area) !== undefined;
}

/** Returns whether a list of items begins with the given items. */
export function startsWith(
  items: readonly { readonly key: string }[],
  beginning: readonly { readonly key: string }[],
): boolean {
  return beginning.length <= items.length && beginning.every(({ key }, index) => items[index]?.key === key);
}

/** Returns the pixels of an item, from the cache if possible. */
export async function drawItem(item: Item, { drawn }: ItemResources): Promise<Drawn> {
  const known = drawn.get(item.key);
  if (known !== undefined) return known;
  const made = await item.draw();
  drawn.set(
    item.key,
    made,
    made.drawings.reduce((sum, drawing) => sum + bytesOfDrawing(drawing), 500),
  );
  return made;
}
