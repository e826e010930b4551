/** Texts by the present layout engine, as fragments. */
import { type TextLayer } from "../../contract/template/layers.js";
import { type RenderContext } from "../context.js";
import { drawSvg } from "../draw-svg.js";
import { fitText } from "../text/fit-text.js";
import { type Element } from "../tree/element.js";
import { textElement } from "../tree/text-element.js";
import { type RenderWarning } from "../warnings.js";
import { BLUR_REACH } from "./box-ink.js";
import { type Box, centreOf, type Fragment, inflate, shift, turnedBounds, unite } from "./fragment.js";
import { contentId } from "./svg.js";
import { isSeen } from "./turn.js";

/** A text in its box, over its shadow. */
export async function paintText(
  layer: TextLayer,
  view: Box,
  context: RenderContext,
): Promise<{ fragment: Fragment; warnings: readonly RenderWarning[] }> {
  const { text, warnings } = await fitText(layer, context.fonts);
  const reach = inflate(layer, text.fontSize);
  const shadow = inflate(shift(reach, layer.shadow_x, layer.shadow_y), layer.shadow_blur * BLUR_REACH + 1);
  const isShadowSeen = isSeen(shadow, layer, view);
  const bounds = turnedBounds(isShadowSeen ? unite([reach, shadow]) : reach, layer.rotation, centreOf(layer));
  const drawn = isShadowSeen ? layer : { ...layer, shadow_color: "transparent" };
  // The engine leaves out what lies off its canvas, which begins in the document's corner.
  const canvas = { width: Math.max(1, bounds.x + bounds.width), height: Math.max(1, bounds.y + bounds.height) };
  const root = { type: "div", props: { style: { display: "flex", ...canvas }, children: [textElement(drawn, text)] } };
  const { svg } = await drawSvg(root as Element, text.fonts, canvas);
  const inside = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
  const id = contentId("t", inside);
  const content = inside.replaceAll(/(?<=["#])satori_/g, `${id}_`);
  return { fragment: { svg: content, bounds }, warnings };
}
