/** Finds the names that decide whether the copies of a layer differ. */
import { boundIn } from "./binding/bind-attributes.js";
import { namesInExpressions } from "./binding/names-in-expressions.js";
import type { Layer, LayerDefinition } from "./layer-types/define-layer.js";
import { attributesOf, textAt } from "./place.js";
import type { Scope } from "./scope/scope.js";
import { referencesInPart } from "./syntax/text-part.js";
import { partsOf } from "./text-template/fill-text.js";

/** Returns the names of the variables and items that the placeholders and expressions of a layer use, each once. */
export function namesInLayer(
  layer: Layer,
  definition: LayerDefinition,
  scope: Scope,
  hasExpressions: boolean,
): readonly string[] {
  const bound = hasExpressions ? boundIn(attributesOf(layer), definition) : [];
  const inPlaceholders = [...definition.placeholders].flatMap(([attribute, { computes }]) => {
    const text = textAt(layer, attribute);
    if (text?.includes("{{") !== true) return [];
    return partsOf(text, scope, computes).flatMap((part) => referencesInPart(part).map(({ name }) => name));
  });
  return [...new Set([...inPlaceholders, ...bound.flatMap(([, value]) => namesInExpressions(value))])];
}
