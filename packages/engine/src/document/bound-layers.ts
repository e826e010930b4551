/** Finds the layers that can look different in each picture, because one of their attributes is an expression. */
import { isBoundBackground } from "./background.js";
import type { TemplateDocument } from "./document.js";
import { hasExpressions } from "./edition.js";
import { boundIn } from "./binding/bind-attributes.js";
import type { Layer } from "./layer-types/define-layer.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { attributesOf } from "./place.js";

/** The parts of a document whose values a variable can change by an expression. */
export interface BoundParts {
  /** Whether the background contains an expression. All layers lie over it. */
  readonly background: boolean;
  /** Returns whether a layer contains an expression, or is inside such a layer. It takes the ID of any copy. */
  readonly hasLayer: (id: string) => boolean;
}

const NONE: BoundParts = { background: false, hasLayer: () => false };

/** Returns the parts of a checked document that contain expressions. */
export function boundParts(document: TemplateDocument, registry: LayerRegistry): BoundParts {
  if (!hasExpressions(document.edition)) return NONE;
  const ids = new Set(document.layers.flatMap((layer) => boundIds(layer, registry, false)));
  return {
    background: isBoundBackground(document.background, registry),
    // The ID of a copy ends with its index in brackets.
    hasLayer: (id) => ids.size > 0 && ids.has(id.replace(/\[.*$/, "")),
  };
}

function boundIds(layer: Layer, registry: LayerRegistry, isInside: boolean): string[] {
  const isBound = isInside || boundIn(attributesOf(layer), registry.get(layer.type).definition).length > 0;
  const inside = (layer.children ?? []).flatMap((child) => boundIds(child, registry, isBound));
  // The background of a group is a layer with an ID of its own.
  return isBound ? [layer.id, `${layer.id}-ground`, ...inside] : inside;
}
