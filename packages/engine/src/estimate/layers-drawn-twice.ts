import type { Layer } from "../document/layer-types/define-layer.js";
import type { BoundParts } from "../document/bound-layers.js";
import type { TemplateDocument } from "../document/document.js";
import { type Expansion, expandLayers } from "../document/expand-layers.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";

/**
 * Returns the layers that are drawn when a template is compiled, and again for a request because a variable changes
 * them. These are the layers below the first layer that a request can name or that contains an expression.
 */
export function layersDrawnTwice(
  document: TemplateDocument,
  expansion: Expansion,
  bound: BoundParts,
  registry: LayerRegistry,
): readonly Layer[] {
  const { layers } = expandLayers(document, {}, registry);
  const mayChange = ({ id, name, children = [] }: Layer): boolean =>
    bound.background || name !== undefined || bound.hasLayer(id) || children.some(mayChange);
  const end = layers.findIndex(mayChange);
  const fixed = end === -1 ? layers : layers.slice(0, end);
  return fixed.every((layer, index) => isSame(layer, expansion.layers[index])) ? [] : fixed;
}

/**
 * Returns whether two expansions of a layer are the same. An unchanged layer is the same object, but an unchanged group
 * is not.
 */
function isSame(one: Layer, other: Layer | undefined): boolean {
  if (other === undefined || one === other) return one === other;
  if (one.id !== other.id || one.children?.length !== other.children?.length) return false;
  if (one.children === undefined) return false;
  return one.children.every((child, index) => isSame(child, other.children?.[index]));
}
