/**
 * JSON Schemas (draft 2020-12) of documents and of the overrides of a request. They derive from the validating schemas.
 */
import * as z from "zod";
import type { Attributes } from "./attributes/attribute.js";
import type { JsonSchema } from "./json-schema-type.js";
import { orExpression, withExpressions } from "./expression-json-schema.js";
import { familiesOf } from "./attributes/document-fonts.js";
import { documentSchemaOf, type TemplateDocument } from "./document.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { overridesOf } from "./overrides.js";
import { valuesJsonSchema } from "./variable-json-schema.js";

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Returns the schema of a template document, for editors. It does not contain the checks between parts of a document.
 */
export function documentJsonSchema(registry: LayerRegistry = LAYERS): JsonSchema {
  const schema = z.toJSONSchema(documentSchemaOf(registry), { io: "input" });
  const made = labeled(schema, registry) as JsonSchema & { readonly properties: Properties };
  const { background = {}, ...properties } = made.properties;
  return { title: "Image template", ...made, properties: { ...properties, background: orExpression(background) } };
}

/**
 * Returns the schemas of `layers` and `variables` in a request for a template: the template's layers with their
 * attributes, and its variables with their types.
 */
export function overridesJsonSchema(
  document: TemplateDocument,
  registry: LayerRegistry = LAYERS,
): { readonly layers: JsonSchema; readonly variables: JsonSchema } {
  const layers = overridesOf(document, registry).map(({ name, layer }) => {
    const { overrideSchema, definition } = registry.get(layer.type);
    const { properties } = z.toJSONSchema(overrideSchema(), { io: "input" });
    const family =
      definition.fontFamily === undefined ? {} : { [definition.fontFamily]: { enum: familiesOf(document) } };
    return [name, closed(withLabels({ ...(properties as Properties), ...family }, definition.attributes))] as const;
  });
  return { layers: closed(Object.fromEntries(layers)), variables: valuesJsonSchema(document.variables) };
}

function closed(properties: JsonSchema): JsonSchema {
  return { type: "object", properties, additionalProperties: false };
}

/** Returns the schema with the label of each layer attribute as the attribute's description. */
function labeled(schema: unknown, registry: LayerRegistry): unknown {
  if (Array.isArray(schema)) return schema.map((part) => labeled(part, registry));
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, value]) => [key, labeled(value, registry)] as const);
  const made = Object.fromEntries(parts);
  const properties = made["properties"] as Properties | undefined;
  // Backgrounds name a layer type too, but only layers have ids.
  const layer = properties?.["id"] === undefined ? undefined : registry.find(properties["type"]?.["const"]);
  if (properties === undefined || layer === undefined) return made;
  return {
    ...made,
    properties: withExpressions(withLabels(properties, layer.definition.attributes), layer.definition),
  };
}

function withLabels(properties: Properties, attributes: Attributes): Properties {
  const entries = Object.entries(properties).map(([name, property]) => {
    const override = attributes[name]?.override;
    const label = override === undefined ? {} : { description: override.label };
    return [name, { ...label, ...property }] as const;
  });
  return Object.fromEntries(entries);
}
