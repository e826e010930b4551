import { blendOver, copyInto } from "../frame/blend.js";
import { overlap, touchedPixels, wholeGrid } from "../frame/device-grid.js";
import { bytesOf, emptyTile, type Tile } from "../frame/tile.js";
import { meanLuminance, type SampleBeneath } from "../resolve/auto-colors.js";
import type { ResolvedLayer } from "../resolve/resolved-layer.js";
import type { Drawn, Item } from "./item.js";
import { makeItems, type RenderTools } from "./make-items.js";
import { drawItem } from "./paint-frame.js";

/**
 * Samples what lies beneath layers, from bottom to top. Each layer is drawn once, however many colors depend on it: all but
 * the highest are painted on a frame that stays. The highest can be a group to which layers are still added.
 */
export function sampleBeneath(background: Item, tools: RenderTools): SampleBeneath {
  const painted = new PaintedBeneath(background, tools);
  return async (box, beneath) => {
    const rect = touchedPixels(tools.grid, box);
    if (rect === undefined) return 1;
    const { frame, highest } = await painted.paint(beneath);
    const tile = emptyTile(rect);
    copyInto(tile, frame, rect);
    if (highest?.item?.rect !== undefined && overlap(highest.item.rect, rect) !== undefined) {
      for (const source of highest.drawn.tiles) blendOver(tile, source, rect);
    }
    return meanLuminance(bytesOf(tile));
  };
}

interface DrawnLayer {
  readonly layer: ResolvedLayer;
  readonly item: Item | undefined;
  readonly drawn: Drawn;
}

class PaintedBeneath {
  readonly #background: Item;
  readonly #tools: RenderTools;
  #frame: Tile | undefined;
  /** The layers that are painted on the frame. */
  #settled: readonly ResolvedLayer[] = [];
  #highest: DrawnLayer | undefined;

  constructor(background: Item, tools: RenderTools) {
    this.#background = background;
    this.#tools = tools;
  }

  /** The pixels of all layers but the highest, and the highest. */
  async paint(layers: readonly ResolvedLayer[]): Promise<{ frame: Tile; highest: DrawnLayer | undefined }> {
    const lower = layers.slice(0, -1);
    const isContinued = this.#settled.every((layer, index) => lower[index] === layer);
    const frame = this.#frame !== undefined && isContinued ? this.#frame : await this.#startFrame();
    for (let index = this.#settled.length; index < lower.length; index++) {
      const { drawn } = await this.#draw(lower, index);
      for (const source of drawn.tiles) blendOver(frame, source, frame);
    }
    this.#settled = lower;
    this.#highest = layers.length === 0 ? undefined : await this.#draw(layers, layers.length - 1);
    return { frame, highest: this.#highest };
  }

  async #startFrame(): Promise<Tile> {
    const frame = emptyTile(wholeGrid(this.#tools.grid));
    const { tiles } = await drawItem(this.#background, this.#tools.resources);
    for (const source of tiles) blendOver(frame, source, frame);
    this.#frame = frame;
    this.#settled = [];
    return frame;
  }

  async #draw(layers: readonly ResolvedLayer[], index: number): Promise<DrawnLayer> {
    const layer = layers[index];
    if (this.#highest !== undefined && this.#highest.layer === layer) return this.#highest;
    const [item] = layer === undefined ? [] : await makeItems([layer], this.#tools, layers.slice(0, index));
    if (layer === undefined || item === undefined) throw new Error("Each layer has an item.");
    return { layer, item, drawn: await drawItem(item, this.#tools.resources) };
  }
}
