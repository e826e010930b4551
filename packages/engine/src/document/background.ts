/** The background of a document: a color, a gradient, or a layer of a type that can be a background. */
import * as z from "zod";
import { DEFAULT_GROUND, type LayerBackground } from "./layer-types/define-layer.js";
import { colorSchema, type Gradient, linearGradientSchema, radialGradientSchema } from "./attributes/gradient.js";
import { boundInBackground, expressionIn, expressionsIn } from "./binding/bound-attributes.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import type { Scope } from "./scope/scope.js";

export type Background = string | Gradient | LayerBackground;

/** Returns the schema of a background. */
export function backgroundSchemaOf<LayerInput, BackgroundInput>(registry: LayerRegistry<LayerInput, BackgroundInput>) {
  return z.union([colorSchema, linearGradientSchema, radialGradientSchema, ...registry.backgroundSchemas], {
    error: "It must be a color, a gradient or an image.",
  });
}

/** Returns the color or gradient of a background. A background layer lies over its color. */
export function groundOf(background: Background): string | Gradient {
  return isLayerBackground(background) ? (background.color ?? DEFAULT_GROUND) : background;
}

/** Returns whether a background is a layer. */
export function isLayerBackground(background: Background): background is LayerBackground {
  return typeof background !== "string" && !("stops" in background);
}

/** Returns whether a background contains expressions. */
export function isBoundBackground(background: unknown, registry: LayerRegistry): boolean {
  if (typeof background !== "object" || background === null) return expressionIn(background) !== undefined;
  const found = registry.find((background as { readonly type?: unknown }).type);
  if (found === undefined) return expressionsIn(background).length > 0;
  return boundInBackground(background as Readonly<Record<string, unknown>>, found.definition).length > 0;
}

/**
 * Fills the placeholders of a background with the values of variables. Returns undefined if the background is not a
 * layer. `fallbackOf` returns what replaces the image of a text if it is unavailable.
 */
export function filledBackground(
  background: Background,
  scope: Scope,
  registry: LayerRegistry,
  fallbackOf: (text: string) => string | undefined = () => undefined,
): LayerBackground | undefined {
  if (!isLayerBackground(background)) return undefined;
  const { placeholders } = registry.get(background.type).definition;
  const values = background as unknown as Readonly<Record<string, unknown>>;
  const layer = { label: "background", valueOf: (attribute: string) => values[attribute] };
  const filled = [...placeholders].flatMap(([name, filler]): (readonly [string, string])[] => {
    const text = values[name];
    // A data URI can be longer than the limit of filled texts, so a text without placeholders is left as it is.
    if (typeof text !== "string" || !text.includes("{{")) return [];
    const { fallback: attribute = "", fill } = filler;
    const fallback = attribute === "" ? undefined : fallbackOf(text);
    const ofFallback = fallback === undefined ? [] : [[attribute, fallback] as const];
    return [[name, fill(text, scope, layer)] as const, ...ofFallback];
  });
  return { ...background, ...Object.fromEntries(filled) };
}
