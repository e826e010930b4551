/** The reference path: it draws the whole picture as one SVG. Tests compare the fast path with it. */
import type { SizedDocument } from "../contract/template/document-size.js";
import type { Overrides } from "../contract/template/overrides.js";
import type { CompileOptions } from "./compile/compile-template.js";
import { decideLayers } from "./compile/decide-layers.js";
import { backgroundItem, makeItems, type RenderTools } from "./compile/make-items.js";
import type { Written } from "./compile/item.js";
import { isOpaque } from "./frame/blend.js";
import { deviceGrid, viewOf } from "./frame/device-grid.js";
import { rasterizeWhole } from "./frame/rasterize.js";
import { bytesOf, type Frame } from "./frame/tile.js";
import { edgeWarnings } from "./resolve/edge-warnings.js";
import type { RenderResources } from "./resources.js";
import type { RenderWarning } from "./warnings.js";

/** Renders a checked document that has its height as one SVG. */
export async function renderReference(
  document: SizedDocument,
  overrides: Overrides,
  { scale, transparent }: CompileOptions,
  resources: RenderResources,
): Promise<{ frame: Frame; warnings: readonly RenderWarning[] }> {
  const grid = deviceGrid(document, scale);
  const tools: RenderTools = { resources, grid, scale, loads: new Map(), made: new Map() };
  const background = backgroundItem(document, transparent, tools);
  const layers = await decideLayers(document, overrides, transparent, background, tools);
  const items = [background, ...(await makeItems(layers, tools))];
  const edges = await edgeWarnings(layers, viewOf(grid), resources.layers, resources.fonts);
  const parts: Written[] = [];
  for (const item of items) parts.push(await item.write());
  const tile = await rasterizeWhole(
    items.map(({ bounds }, index) => ({ svg: parts[index]?.svg ?? "", bounds: parts[index]?.ink ?? bounds })),
    grid,
  );
  return {
    frame: { width: grid.width, height: grid.height, pixels: bytesOf(tile), isOpaque: isOpaque(tile) },
    warnings: [...parts.flatMap(({ warnings }) => warnings), ...edges],
  };
}
