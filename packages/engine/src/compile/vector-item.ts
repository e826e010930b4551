import { touchedPixels, viewOf } from "../frame/device-grid.js";
import { drawnBounds, rasterize } from "../frame/rasterize.js";
import { boundsOfParts, drawParts } from "../glyphs/draw-parts.js";
import { bytesOfParts } from "../text/part.js";
import type { Box, Fragment } from "../paint/fragment.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import {
  type Item,
  itemKey,
  type ItemResources,
  type ItemTools,
  type LayerItemTools,
  type Painted,
} from "../items/item.js";
import { layerKey } from "../shared/layer-key.js";
import type { Labeled } from "../shared/warnings.js";

/** Paints a layer as SVG. `view` is the area of the document. */
export type PaintLayer<Layer> = (
  layer: Layer,
  view: Box,
  tools: LayerItemTools,
) => Fragment | Painted | Promise<Fragment | Painted>;

/**
 * Creates the item of a layer that is drawn as SVG. The SVG is cached, because laying out a text costs more than
 * drawing it. `keyOf` extends the cache key if the SVG depends on more than the layer and the size of the document.
 */
export function vectorItem<Layer extends ResolvedLayer>(
  paint: PaintLayer<Layer>,
  keyOf: (layer: Layer, resources: ItemResources) => string = () => "",
): (layer: Layer, tools: LayerItemTools) => Promise<Item> {
  return async (layer, tools) => {
    const { painted } = tools.resources;
    const view = viewOf(tools.grid);
    // The SVG leaves out everything outside of the document. It depends on the size of the document, but not on the
    // scale.
    const key = `${view.width}x${view.height} ${layerKey(layer)}${keyOf(layer, tools.resources)}`;
    const known = painted.get(key);
    if (known !== undefined) return itemOf(key, known, tools, layer);
    const result = await paint(layer, view, tools);
    const made = "svg" in result ? { fragment: result, warnings: [] } : result;
    painted.set(key, made, bytesOfPainted(made));
    return itemOf(key, made, tools, layer);
  };
}

/** Estimates the memory of a painted layer in bytes. Parts do not keep their SVG. */
function bytesOfPainted({ fragment, parts }: Painted): number {
  return 500 + (parts === undefined ? fragment.svg.length * 2 : bytesOfParts(parts));
}

/** Creates the item of a painted layer. Errors name `layer`. */
export function itemOf(
  key: string,
  { fragment, parts, warnings }: Painted,
  { grid, resources }: ItemTools,
  layer: Labeled,
): Item {
  const isEmpty = parts === undefined && fragment.svg === "";
  const bounds = parts === undefined ? drawnBounds(fragment, grid) : boundsOfParts(fragment.bounds, parts, grid);
  const rect = isEmpty ? undefined : touchedPixels(grid, bounds);
  return {
    key: itemKey(key, grid),
    rect,
    bounds,
    draw: async () => {
      const spend = resources.work.of(layer);
      if (parts !== undefined) {
        return { drawings: await drawParts(fragment, parts, { grid, masks: resources.masks, spend }), warnings };
      }
      const tile = await rasterize(fragment, grid, spend);
      return { drawings: tile === undefined ? [] : [tile], warnings };
    },
    write: () => Promise.resolve({ piece: rect && fragment, warnings }),
  };
}
