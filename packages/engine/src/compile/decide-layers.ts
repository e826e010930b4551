import type { SizedDocument } from "../document/document-size.js";
import type { Overrides } from "../document/overrides.js";
import { touchedPixels } from "../frame/device-grid.js";
import { bytesOf } from "../frame/tile.js";
import { meanLuminance, resolveAutoColors } from "../resolve/auto-colors.js";
import { resolveBackground, resolveLayers } from "../resolve/resolve-layers.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import { measureBy } from "../layout/measure-layer.js";
import { BackdropSampler } from "./ground.js";
import type { Item } from "../items/item.js";
import { makeItems, type RenderTools } from "./make-items.js";

/**
 * Returns the layers of a render with all values resolved, and the background's layer first. The pixels of the fast
 * path decide the automatic colors, even if the reference path then draws the picture. So both paths draw the same
 * colors. If `isEnd` is given, the first layer for which it returns true and all later layers are left out.
 */
export async function decideLayers(
  document: SizedDocument,
  overrides: Overrides,
  transparent: boolean,
  background: Item,
  tools: RenderTools,
  isEnd: (layer: ResolvedLayer) => boolean = () => false,
): Promise<readonly ResolvedLayer[]> {
  const { layers: registry, fonts, work } = tools.resources;
  const measures = await measureBy(fonts, document.locale, work);
  const resolved = resolveLayers(document, overrides, { registry, ...measures });
  const all = [...(transparent ? [] : resolveBackground(document, overrides, registry)), ...resolved];
  const end = all.findIndex(isEnd);
  const layers = end === -1 ? all : all.slice(0, end);
  const ground = new BackdropSampler(tools);
  return await resolveAutoColors(layers, registry, async (box, beneath) => {
    const rect = touchedPixels(tools.grid, box);
    if (rect === undefined) return 1;
    return meanLuminance(bytesOf(await ground.under(rect, [background, ...(await makeItems(beneath, tools))])));
  });
}
