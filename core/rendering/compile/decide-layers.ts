import { type TemplateDocument } from "../../contract/template/document.js";
import { type Overrides } from "../../contract/template/overrides.js";
import { blendOver } from "../frame/blend.js";
import { overlap, touchedPixels } from "../frame/device-grid.js";
import { bytesOf, emptyTile } from "../frame/tile.js";
import { meanLuminance, resolveAutoColors } from "../resolve/auto-colors.js";
import { backgroundImageOf, resolveLayers } from "../resolve/resolve-layers.js";
import { type ResolvedLayer } from "../resolve/resolved-layer.js";
import { measureBy } from "../text/measure-layer.js";
import { drawItem } from "./canvas.js";
import { type Item, type ItemTools } from "./item.js";
import { makeItems } from "./make-items.js";

/**
 * The layers of a render with everything decided, a background's image first. Automatic colours are decided by the pixels
 * of the fast way, whichever way then draws the picture: so both draw the same.
 */
export async function decideLayers(
  document: TemplateDocument,
  overrides: Overrides,
  transparent: boolean,
  background: Item,
  tools: ItemTools,
): Promise<readonly ResolvedLayer[]> {
  const measure = await measureBy(tools.resources.fonts, document.locale);
  const image = transparent ? undefined : backgroundImageOf(document, overrides);
  const resolved = resolveLayers(document, overrides, measure);
  const layers = image === undefined || image.image_url === "" ? resolved : [image, ...resolved];
  return await resolveAutoColors(layers, async (box, beneath) => {
    const rect = touchedPixels(tools.grid, box);
    if (rect === undefined) return 1;
    const tile = emptyTile(rect);
    for (const item of [background, ...(await makeItems(beneath, tools))]) {
      if (item.rect === undefined || overlap(item.rect, rect) === undefined) continue;
      const { tiles } = await drawItem(item, tools.resources);
      for (const drawn of tiles) blendOver(tile, drawn, rect);
    }
    return meanLuminance(bytesOf(tile));
  });
}
