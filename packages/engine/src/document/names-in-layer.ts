/** Finds the names that decide whether the copies of a layer differ. */
import { boundIn } from "./expression/bind-attributes.js";
import { namesInExpressions } from "./expression/names-in-expressions.js";
import type { Layer, LayerDefinition } from "./layer-types/define-layer.js";
import { attributesOf, textAt } from "./place.js";
import type { Scope } from "./scope/scope.js";
import { partsOf } from "./text-template/fill-text.js";

/** Returns the names of the variables and items that the placeholders and expressions of a layer use, each once. */
export function namesInLayer(
  layer: Layer,
  definition: LayerDefinition,
  scope: Scope,
  hasExpressions: boolean,
): readonly string[] {
  const bound = hasExpressions ? boundIn(attributesOf(layer), definition) : [];
  const inPlaceholders = [...definition.placeholders.keys()].flatMap((attribute) => {
    const text = textAt(layer, attribute);
    if (text?.includes("{{") !== true) return [];
    return partsOf(text, scope).flatMap((part) => (part.kind === "placeholder" ? part.reference.name : []));
  });
  return [...new Set([...inPlaceholders, ...bound.flatMap(([, value]) => namesInExpressions(value))])];
}
