/**
 * Layouts with known places: a character is 10 px wide, and a line is 20 px high. The baseline of a text is as far below
 * its top as half of its font size.
 */
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { SizedDocument } from "../../src/document/document-size.js";
import type { TemplateSource } from "../../src/document/document.js";
import type { BaselineOfText, MeasureText } from "../../src/layout/laid-out.js";
import { LAYER_RENDERERS } from "../../src/layers/registry.js";
import type { ResolvedLayer } from "../../src/layout/resolved-layer.js";
import { resolveLayers } from "../../src/resolve/resolve-layers.js";
import { sizeDocument } from "../../src/resolve/size-document.js";

export type LayerInput = TemplateSource["layers"][number];

export const measure: MeasureText = ({ text }, maxWidth = Number.POSITIVE_INFINITY) => {
  const perLine = Math.max(1, Math.min(text.length, Math.floor(maxWidth / 10)));
  return { width: perLine * 10, height: Math.ceil(text.length / perLine) * 20 };
};

const baselineOfText: BaselineOfText = ({ text, font_size }) => (text === "" ? undefined : font_size / 2);

/** The layers of a document of 500 × 400 pixels. */
export function resolve(layers: readonly LayerInput[], request = {}, variables: unknown[] = []): ResolvedLayer[] {
  return resolveIn({ width: 500, height: 400, layers, variables }, request);
}

/** The layers of a document that an author writes. */
export function resolveIn(source: object, request = {}, measureText = measure): ResolvedLayer[] {
  const tools = { registry: LAYER_RENDERERS, measureText, baselineOfText };
  return resolveLayers(sized(source, request, tools), request, tools);
}

/** A document with its height for a request. */
export function sized(
  source: object,
  request = {},
  tools = { registry: LAYER_RENDERERS, measureText: measure, baselineOfText },
): SizedDocument {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return sizeDocument(checked.document, request, tools);
}

type Place = readonly [x: number, y: number, width: number, height: number];

/** The box of each layer, including groups that are painted as one. */
export function places(layers: readonly ResolvedLayer[]): Record<string, Place> {
  return Object.assign(
    {},
    ...layers.map((layer) => ({
      [layer.id]: [layer.x, layer.y, layer.width, layer.height],
      ...places(layer.children ?? []),
    })),
  ) as Record<string, Place>;
}

export const block = (id: string, more: Partial<LayerInput> = {}) =>
  ({ id, type: "rectangle", width: 40, height: 30, background_color: "red", ...more }) as LayerInput;
export const words = (id: string, text: string, more = {}) => ({ id, type: "text", text, ...more }) as LayerInput;
export const group = (more: object, ...children: LayerInput[]) =>
  ({ id: "g", type: "group", x: 100, y: 50, ...more, children }) as LayerInput;
