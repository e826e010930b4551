import { issuesError, ServiceError } from "../../contract/errors.js";
import type { Layer } from "../../contract/template/define-layer.js";
import type { TemplateDocument } from "../../contract/template/document.js";
import { expandLayers } from "../../contract/template/expand-layers.js";
import { checkOverrides, duplicateLayerNames, type Overrides } from "../../contract/template/overrides.js";
import type { LayerRendererRegistry } from "../layer-renderer-registry.js";
import { flatten } from "../layout/flatten.js";
import { layOut, type LayoutTools } from "../layout/lay-out.js";
import type { ResolvedLayer } from "./resolved-layer.js";

/**
 * The layers to paint, in paint order and with absolute boxes, after all changes of the request. A text from a request is
 * literal, so the words of an end user cannot use a variable. Automatic colors are not decided yet.
 *
 * @throws ServiceError `DUPLICATE_LAYER_NAMES`, or `VALIDATION_ERROR` with every issue of the overrides.
 */
export function resolveLayers(document: TemplateDocument, overrides: Overrides, tools: LayoutTools): ResolvedLayer[] {
  const { registry } = tools;
  const duplicates = duplicateLayerNames(document);
  if (duplicates.length > 0) {
    const message = `Layer names must be unique; these are not: ${duplicates.join(", ")}.`;
    throw new ServiceError("DUPLICATE_LAYER_NAMES", message, { details: { names: duplicates } });
  }
  const issues = checkOverrides(document, overrides, registry.definitions);
  if (issues.length > 0) throw issuesError("The request has an issue.", issues);
  const { layers } = expandLayers(document, overrides, registry.definitions);
  return flatten(layOut(layers, document, tools), document.locale, registry);
}

/** The background of a document as the layer beneath all others; empty if the background is not a layer. */
export function resolveBackground(
  document: TemplateDocument,
  overrides: Overrides,
  registry: LayerRendererRegistry,
): readonly ResolvedLayer[] {
  const { definitions } = registry;
  const { background } = expandLayers(document, overrides, definitions);
  if (background === undefined) return [];
  const { width, height, locale } = document;
  const { definition, schema } = definitions.get(background.type);
  const attributes = definition.background?.toLayer(background) ?? {};
  if (definition.content !== undefined && attributes[definition.content] === "") return [];
  const defaults = schema.parse({ type: background.type, id: "background", width, height });
  const layer = { ...defaults, ...attributes } as unknown as Layer;
  const laid = { layer, x: 0, y: 0, width, height, children: [] };
  const resolveAll = () => [];
  return registry.get(background.type).resolve(layer, laid, { language: locale, resolveAll });
}
