/**
 * Parses documents whose attributes can be expressions. The schemas describe values only. So an expression is taken out
 * before the schema reads the document, and put back afterwards: it has no value before a request gives one to the
 * variables. Then `expandLayers` evaluates it, and the value passes the schema of its attribute.
 */
import type * as z from "zod";
import { sentenceFor } from "../issues/issues.js";
import { documentSchemaOf, type TemplateDocument } from "./document.js";
import { boundAttributes } from "./expression/bound-attributes.js";
import type { Layer } from "./layer-types/define-layer.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import type { Raw } from "./outline.js";

export type ParsedDocument =
  { readonly success: true; readonly data: TemplateDocument } | { readonly success: false; readonly error: z.ZodError };

/** Parses a document of which the outline is known, so that it is not nested too deeply. */
export function parseDocument(source: unknown, registry: LayerRegistry): ParsedDocument {
  const layers = isRecord(source) ? source["layers"] : undefined;
  const isBound = isRecord(source) && hasBound(layers, registry);
  const value = isBound ? { ...source, layers: withoutExpressions(layers, registry) } : source;
  const parsed = documentSchemaOf(registry).safeParse(value, { error: sentenceFor });
  if (!parsed.success || !isBound) return parsed;
  return { success: true, data: { ...parsed.data, layers: withExpressions(parsed.data.layers, layers, registry) } };
}

function hasBound(layers: unknown, registry: LayerRegistry): boolean {
  return rawLayers(layers).some((layer) => {
    const definition = registry.find(layer["type"])?.definition;
    if (definition === undefined) return false;
    return boundAttributes(layer, definition).length > 0 || hasBound(layer["children"], registry);
  });
}

/** The layers with a value in place of each attribute with an expression. */
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

/** Checked layers with the expressions that the author wrote. */
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

function rawLayers(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? value.map((layer: unknown) => (isRecord(layer) ? layer : {})) : [];
}

function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
