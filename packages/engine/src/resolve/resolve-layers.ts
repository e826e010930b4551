import { issuesError, EngineError } from "../issues/engine-error.js";
import type { Layer } from "../document/layer-types/define-layer.js";
import type { TemplateDocument } from "../document/document.js";
import { maxSizeOf, type SizedDocument } from "../document/document-size.js";
import { expandLayers } from "../document/expand-layers.js";
import { checkOverrides, duplicateLayerNames, type Overrides } from "../document/overrides.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import { flatten } from "../layout/flatten.js";
import { shadowsFollowAlpha } from "../document/shadows-follow-alpha.js";
import { layOut, type LayoutTools } from "../layout/lay-out.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";

/** Everything that resolving the layers of a document needs. */
export interface ResolvingTools extends LayoutTools {
  readonly registry: LayerRendererRegistry;
}

/**
 * Returns the layers to paint, in paint order and with absolute boxes, after all changes of the request. A text from a
 * request is literal, so an end user's text cannot use a variable. Automatic colors are not decided yet.
 *
 * @throws EngineError `DUPLICATE_LAYER_NAMES`, or `VALIDATION_ERROR` with every issue of the overrides.
 */
export function resolveLayers(document: SizedDocument, overrides: Overrides, tools: ResolvingTools): ResolvedLayer[] {
  const layers = expandRequest(document, overrides, tools.registry);
  const options = { language: document.locale, shadowsFollowAlpha: shadowsFollowAlpha(document) };
  return flatten(layOut(layers, document, tools, maxSizeOf(document)), options, tools.registry);
}

/**
 * Returns the layers of a document after all changes of the request, before the layout.
 *
 * @throws EngineError like `resolveLayers`
 */
export function expandRequest(
  document: TemplateDocument,
  overrides: Overrides,
  registry: LayerRendererRegistry,
): readonly Layer[] {
  const duplicates = duplicateLayerNames(document);
  if (duplicates.length > 0) {
    const message = `Layer names must be unique; these are not: ${duplicates.join(", ")}.`;
    throw new EngineError("DUPLICATE_LAYER_NAMES", message, { details: { names: duplicates } });
  }
  const issues = checkOverrides(document, overrides, registry.definitions);
  if (issues.length > 0) throw issuesError("The request has an issue.", issues);
  return expandLayers(document, overrides, registry.definitions).layers;
}

/**
 * Returns the background of a document as the layer beneath all others, or an empty list if the background is not a
 * layer.
 */
export function resolveBackground(
  document: SizedDocument,
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
  return registry
    .get(background.type)
    .resolve(layer, laid, { language: locale, shadowsFollowAlpha: false, resolveAll });
}
