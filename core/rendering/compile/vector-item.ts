import { touchedPixels } from "../frame/device-grid.js";
import { rasterize } from "../frame/rasterize.js";
import { type Fragment } from "../paint/fragment.js";
import { paintBarcode } from "../paint/paint-barcode.js";
import { paintLine } from "../paint/paint-line.js";
import { paintQr } from "../paint/paint-qr.js";
import { paintShape } from "../paint/paint-shape.js";
import { paintSvg } from "../paint/paint-svg.js";
import { paintText } from "../paint/paint-text.js";
import { type ResolvedLeaf } from "../resolve/resolved-layer.js";
import { type Item, itemKey, type ItemTools, type Painted, type RenderResources } from "./item.js";
import { layerKey } from "./layer-key.js";

/** A layer whose ink is SVG alone. */
export type VectorLayer = Exclude<ResolvedLeaf, { type: "image" }>;

/** The item of a vector layer. Its ink is decided once and remembered: laying out a text costs more than drawing it. */
export async function vectorItem(layer: VectorLayer, tools: ItemTools): Promise<Item> {
  const { painted } = tools.resources;
  const key = layerKey(layer);
  const known = painted.get(key);
  if (known !== undefined) return itemOf(key, known, tools);
  const made = await paint(layer, tools.resources);
  painted.set(key, made, made.fragment.svg.length * 2 + 500);
  return itemOf(key, made, tools);
}

/** An item of ink that is already decided. */
export function itemOf(key: string, { fragment, warnings }: Painted, { grid }: ItemTools): Item {
  const rect = fragment.svg === "" ? undefined : touchedPixels(grid, fragment.bounds);
  return {
    key: itemKey(key, grid),
    rect,
    bounds: fragment.bounds,
    draw: async () => ({
      tiles: rect === undefined ? [] : [await rasterize(fragment.svg, grid, rect)],
      warnings,
    }),
    write: () => Promise.resolve({ svg: fragment.svg, warnings }),
  };
}

async function paint(layer: VectorLayer, resources: RenderResources): Promise<Painted> {
  switch (layer.type) {
    case "text":
      return await paintText(layer, resources);
    case "rectangle":
    case "ellipse":
      return withoutWarnings(paintShape(layer));
    case "line":
      return withoutWarnings(paintLine(layer));
    case "svg":
      return withoutWarnings(paintSvg(layer));
    case "qr":
      return paintQr(layer);
    case "barcode":
      return paintBarcode(layer);
  }
}

function withoutWarnings(fragment: Fragment): Painted {
  return { fragment, warnings: [] };
}
