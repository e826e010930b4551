/**
 * Parses documents whose attributes can be expressions. The schemas describe values only. So an expression is taken out
 * before the schema reads the document, and put back afterwards: it has no value before a request gives values to the
 * variables. Then `expandLayers` evaluates it, and the value passes the schema of its attribute.
 */
import type * as z from "zod";
import { PARSE_PARAMS } from "../issues/issues.js";
import { type Background, isBoundBackground } from "./background.js";
import { documentSchemaOf, type TemplateDocument } from "./document.js";
import { hasExpressions } from "./edition.js";
import { boundAttributes, boundInBackground } from "./binding/bound-attributes.js";
import { DEFAULT_GROUND, type Layer } from "./layer-types/define-layer.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import type { Raw } from "./outline.js";

export type ParsedDocument =
  { readonly success: true; readonly data: TemplateDocument } | { readonly success: false; readonly error: z.ZodError };

/** Parses a document whose outline is known, so that it is not nested too deeply. */
export function parseDocument(source: unknown, registry: LayerRegistry): ParsedDocument {
  const schema = documentSchemaOf(registry);
  if (!isRecord(source) || !hasExpressions(source["edition"])) return schema.safeParse(source, PARSE_PARAMS);
  const { layers, background } = source;
  const [hasLayers, hasBackground] = [hasBound(layers, registry), isBoundBackground(background, registry)];
  const value = {
    ...source,
    ...(hasLayers && { layers: withoutExpressions(layers, registry) }),
    ...(hasBackground && { background: withoutBackgroundExpressions(background, registry) }),
  };
  const parsed = schema.safeParse(hasLayers || hasBackground ? value : source, PARSE_PARAMS);
  if (!parsed.success) return parsed;
  const { data } = parsed;
  return {
    success: true,
    data: {
      ...data,
      ...(hasLayers && { layers: withExpressions(data.layers, layers, registry) }),
      ...(hasBackground && { background: withBackgroundExpressions(data.background, background, registry) }),
    },
  };
}

function hasBound(layers: unknown, registry: LayerRegistry): boolean {
  return rawLayers(layers).some((layer) => {
    const definition = registry.find(layer["type"])?.definition;
    if (definition === undefined) return false;
    return boundAttributes(layer, definition).length > 0 || hasBound(layer["children"], registry);
  });
}

/** Returns the layers with a valid value in place of each attribute with an expression. */
function withoutExpressions(layers: unknown, registry: LayerRegistry): unknown {
  if (!Array.isArray(layers)) return layers;
  return layers.map((layer: unknown) => {
    const registered = isRecord(layer) ? registry.find(layer["type"]) : undefined;
    if (!isRecord(layer) || registered === undefined) return layer;
    const { definition, standIns } = registered;
    const values = boundAttributes(layer, definition).map(([name]) => [name, standIns().get(name)] as const);
    const children = definition.hasChildren && { children: withoutExpressions(layer["children"], registry) };
    return { ...layer, ...Object.fromEntries(values), ...children };
  });
}

/** Returns checked layers with the expressions that the author wrote. */
function withExpressions(checked: readonly Layer[], raw: unknown, registry: LayerRegistry): Layer[] {
  const sources = rawLayers(raw);
  return checked.map((layer, index) => {
    const source = sources[index] ?? {};
    const bound = Object.fromEntries(boundAttributes(source, registry.get(layer.type).definition));
    const { children } = layer;
    const inside = children && { children: withExpressions(children, source["children"], registry) };
    return Object.keys(bound).length === 0 && inside === undefined ? layer : { ...layer, ...bound, ...inside };
  });
}

/** Returns a background that the schema can check. The value of a gradient is checked when it is evaluated. */
function withoutBackgroundExpressions(background: unknown, registry: LayerRegistry): unknown {
  const bound = isRecord(background) ? boundOf(background, registry) : [];
  if (!isRecord(background) || bound.length === 0) return DEFAULT_GROUND;
  return { ...background, ...Object.fromEntries(bound.map(([attribute]) => [attribute, undefined] as const)) };
}

/** Returns a checked background with the expressions that the author wrote. */
function withBackgroundExpressions(checked: Background, raw: unknown, registry: LayerRegistry): Background {
  const bound = isRecord(raw) ? boundOf(raw, registry) : [];
  const written = bound.length === 0 ? raw : { ...(checked as object), ...Object.fromEntries(bound) };
  // Until it is evaluated, an expression takes the place of a value.
  return written as Background;
}

function boundOf(background: Raw, registry: LayerRegistry) {
  const definition = registry.find(background["type"])?.definition;
  return definition === undefined ? [] : boundInBackground(background, definition);
}

function rawLayers(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? value.map((layer: unknown) => (isRecord(layer) ? layer : {})) : [];
}

function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
