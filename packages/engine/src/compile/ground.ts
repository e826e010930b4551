import { blendOver, copyInto } from "../frame/blend.js";
import { areaOf, type DeviceRect, overlap, wholeGrid } from "../frame/device-grid.js";
import { emptyTile, type Tile } from "../frame/tile.js";
import type { Item, ItemTools } from "../items/item.js";
import { drawItem } from "./paint-frame.js";

/** Microseconds for clearing, copying, blending and measuring a pixel of a sample. */
const US_PER_PIXEL = 0.015;

/**
 * The pixels beneath layers with an automatic color. Many layers can ask for the pixels beneath them, and most of these
 * pixels are the same. So the items that they have in common are painted once and kept.
 */
export class BackdropSampler {
  readonly #tools: ItemTools;
  #kept: readonly Item[] = [];
  #tile: Tile | undefined;

  constructor(tools: ItemTools) {
    this.#tools = tools;
  }

  /** Returns the pixels of an area with the given items painted on it. */
  async under(rect: DeviceRect, items: readonly Item[]): Promise<Tile> {
    const { resources, grid } = this.#tools;
    resources.work.of({ id: "background" })(areaOf(rect) * US_PER_PIXEL);
    // The last item is often a group whose content grows with each call. It is painted on a copy.
    const [beginning, last] = [items.slice(0, -1), items.at(-1)];
    const isContinued = this.#kept.every(({ key }, index) => beginning[index]?.key === key);
    const kept = isContinued ? this.#kept.length : 0;
    const tile = isContinued && this.#tile !== undefined ? this.#tile : emptyTile(wholeGrid(grid));
    this.#tile = tile;
    this.#kept = beginning;
    for (const item of beginning.slice(kept)) await this.#paint(item, tile, tile);
    const sample = emptyTile(rect);
    copyInto(sample, tile, rect);
    if (last !== undefined) await this.#paint(last, sample, rect);
    return sample;
  }

  async #paint(item: Item, target: Tile, area: DeviceRect): Promise<void> {
    if (item.rect === undefined || overlap(item.rect, area) === undefined) return;
    const { drawings } = await drawItem(item, this.#tools.resources);
    for (const drawing of drawings) blendOver(target, drawing, area);
  }
}
