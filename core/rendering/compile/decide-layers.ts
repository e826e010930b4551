import type { TemplateDocument } from "../../contract/template/document.js";
import type { Overrides } from "../../contract/template/overrides.js";
import { resolveAutoColors } from "../resolve/auto-colors.js";
import { resolveBackground, resolveLayers } from "../resolve/resolve-layers.js";
import type { ResolvedLayer } from "../resolve/resolved-layer.js";
import { measureBy } from "../text/measure-layer.js";
import type { Item } from "./item.js";
import type { RenderTools } from "./make-items.js";
import { sampleBeneath } from "./sample-beneath.js";

/**
 * The layers of a render with everything decided, the background's layer first. The pixels of the fast path decide the
 * automatic colors, even if the reference path then draws the picture. So both paths draw the same colors.
 */
export async function decideLayers(
  document: TemplateDocument,
  overrides: Overrides,
  transparent: boolean,
  background: Item,
  tools: RenderTools,
): Promise<readonly ResolvedLayer[]> {
  const { layers: registry, fonts } = tools.resources;
  const measureText = await measureBy(fonts, document.locale);
  const resolved = resolveLayers(document, overrides, { registry, measureText });
  const layers = [...(transparent ? [] : resolveBackground(document, overrides, registry)), ...resolved];
  return await resolveAutoColors(layers, registry, sampleBeneath(background, tools));
}
