import { touchedPixels, viewOf } from "../frame/device-grid.js";
import { rasterize } from "../frame/rasterize.js";
import { type Box, type Fragment } from "../paint/fragment.js";
import { paintBarcode } from "../paint/paint-barcode.js";
import { paintLine } from "../paint/paint-line.js";
import { paintQr } from "../paint/paint-qr.js";
import { paintShape } from "../paint/paint-shape.js";
import { paintText } from "../paint/paint-text.js";
import { withOpacity } from "../paint/turn.js";
import { type ResolvedLeaf } from "../resolve/resolved-layer.js";
import { textEngineOf } from "../text/measure-layer.js";
import { type Item, itemKey, type ItemTools, type Painted, type RenderResources } from "./item.js";
import { contentKey, layerKey } from "./layer-key.js";

/** A layer whose ink is SVG alone. */
export type VectorLayer = Exclude<ResolvedLeaf, { type: "image" | "svg" }>;

/** The item of a vector layer. Its ink is decided once and remembered: laying out a text costs more than drawing it. */
export async function vectorItem(layer: VectorLayer, tools: ItemTools): Promise<Item> {
  const { painted } = tools.resources;
  const view = viewOf(tools.grid);
  // What cannot be seen is left out of the ink, so that it depends on the document's size, but on no scale.
  const key = `${view.width}x${view.height} ${layerKey(layer)}${fontKey(layer, tools.resources)}`;
  const known = painted.get(key);
  if (known !== undefined) return itemOf(key, known, tools);
  const made = await paint(layer, view, tools.resources);
  painted.set(key, made, made.fragment.svg.length * 2 + 500);
  return itemOf(key, made, tools);
}

/** Documents may call different fonts by the same name. */
function fontKey(layer: VectorLayer, { fonts }: RenderResources): string {
  if (layer.type !== "text") return "";
  const identity = fonts.identityOf(layer.font_family);
  return identity === layer.font_family ? "" : ` ${contentKey(identity)}`;
}

/** An item of ink that is already decided. */
export function itemOf(key: string, { fragment, warnings }: Painted, { grid }: ItemTools): Item {
  const rect = fragment.svg === "" ? undefined : touchedPixels(grid, fragment.bounds);
  return {
    key: itemKey(key, grid),
    rect,
    bounds: fragment.bounds,
    draw: async () => {
      const tile = await rasterize(fragment, grid);
      return { tiles: tile === undefined ? [] : [tile], warnings };
    },
    write: () => Promise.resolve({ svg: rect === undefined ? "" : withOpacity(fragment), warnings }),
  };
}

async function paint(layer: VectorLayer, view: Box, resources: RenderResources): Promise<Painted> {
  switch (layer.type) {
    case "text":
      return paintText(layer, view, await textEngineOf(resources.fonts));
    case "rectangle":
    case "ellipse":
      return withoutWarnings(paintShape(layer, view));
    case "line":
      return withoutWarnings(paintLine(layer));
    case "qr":
      return paintQr(layer, view);
    case "barcode":
      return paintBarcode(layer, view);
  }
}

function withoutWarnings(fragment: Fragment): Painted {
  return { fragment, warnings: [] };
}
