import { expandLayers } from "../document/expand-layers.js";
import type { Overrides } from "../document/overrides.js";
import { isOpaque } from "../frame/blend.js";
import { viewOf } from "../frame/device-grid.js";
import { bytesOf, type Frame } from "../frame/tile.js";
import { layoutWarnings } from "../resolve/layout-warnings.js";
import { expandRequest } from "../resolve/resolve-layers.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import type { RenderResources } from "../items/resources.js";
import type { RenderWarning } from "../shared/warnings.js";
import type { CompiledTemplate } from "./compile-template.js";
import { decideLayers } from "./decide-layers.js";
import type { Item } from "../items/item.js";
import { backgroundItem, makeItems, type RenderTools } from "./make-items.js";
import { emptyFrame, paintFrame, startsWith } from "./paint-frame.js";

/** An item with the layer that it paints. The background beneath all layers has none. */
export interface LayerItem {
  readonly item: Item;
  readonly layer: ResolvedLayer | undefined;
}

/** The pixels of a picture, on loan: no other render changes them until they are released. */
export interface LentFrame {
  readonly frame: Frame;
  readonly warnings: readonly RenderWarning[];
  /** The items of the picture in paint order. */
  readonly items: readonly LayerItem[];
  /** Lets the next render paint on these pixels. A frame that is not released is not used again. */
  readonly release: () => void;
}

/** Renders a compiled template with the changes of a request. The same changes always give the same pixels. */
export async function renderFrame(
  compiled: CompiledTemplate,
  overrides: Overrides,
  resources: RenderResources,
): Promise<LentFrame> {
  const { grid, base, idle } = compiled;
  const { background, layers, tools } = await decidePicture(compiled, overrides, resources);
  const made = await makeItems(layers, tools);
  const items = [background, ...made];
  const edges = await layoutWarnings(layers, viewOf(grid), resources.layers, resources.fonts);
  const painted = await paintFrame(idle.pop() ?? emptyFrame(grid), items, base, resources);
  return {
    frame: {
      width: grid.width,
      height: grid.height,
      pixels: bytesOf(painted.tile),
      // An expression or a condition can change what the base shows, even its background.
      isOpaque:
        (compiled.isOpaque && base !== undefined && startsWith(painted.items, base.items)) || isOpaque(painted.tile),
      encoded: painted.encoded,
    },
    items: [{ item: background, layer: undefined }, ...made.map((item, index) => ({ item, layer: layers[index] }))],
    warnings: [...painted.items.flatMap(({ warnings }) => warnings), ...edges],
    release: () => {
      // One idle frame is enough: simultaneous renders of one template are rare, and a frame is as large as a picture.
      if (idle.length === 0) idle.push(painted);
    },
  };
}

/** Decides everything about a picture that its layers need before they are painted. */
export async function decidePicture(compiled: CompiledTemplate, overrides: Overrides, resources: RenderResources) {
  const { document, grid, scale, transparent } = compiled;
  const tools: RenderTools = { resources, grid, scale, loads: new Map(), made: new Map() };
  const background = backgroundOf(compiled, overrides, tools);
  const layers = await decideLayers(document, overrides, transparent, background, tools);
  return { background, layers, tools };
}

/** Returns the background of a request. Most requests have that of the compiled template. */
function backgroundOf(compiled: CompiledTemplate, overrides: Overrides, tools: RenderTools): Item {
  const { document, transparent, ground, background } = compiled;
  const { layers } = tools.resources;
  // Only checked overrides can be expanded.
  expandRequest(document, overrides, layers);
  const expansion = expandLayers(document, overrides, layers.definitions);
  return expansion.ground === ground ? background : backgroundItem(document, expansion.ground, transparent, tools);
}
