/** Adds expressions to the JSON Schema of documents, which describes values. */
import type { JsonSchema } from "./json-schema-type.js";
import type { LayerDefinition } from "./layer-types/define-layer.js";
import { isBindable, isBindablePart } from "./binding/bound-attributes.js";

type Properties = Readonly<Record<string, JsonSchema>>;

const EXPRESSION: JsonSchema = {
  type: "string",
  pattern: "^\\s*\\{\\{[^{}]+\\}\\}\\s*$",
  description: 'An expression, such as "{{ sold / total * 400 }}".',
};

/** Returns the schemas of a layer's attributes. Each attribute that can be an expression accepts one. */
export function withExpressions(properties: Properties, definition: LayerDefinition): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isBindable(definition, name) ? orExpression(schema) : schema,
    ]),
  );
}

/** Returns a schema that also accepts an expression in place of the value, or of a value inside it. */
export function orExpression(schema: JsonSchema): JsonSchema {
  const { description, default: fallback, ...value } = schema;
  return {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    anyOf: [inside(value), EXPRESSION],
  };
}

function inside(schema: JsonSchema): JsonSchema {
  const parts = Object.entries(schema).map(([key, part]): [string, unknown] => {
    if (key === "anyOf" || key === "oneOf") return [key, (part as JsonSchema[]).map(inside)];
    if (key === "items") return [key, inside(part as JsonSchema)];
    if (key !== "properties") return [key, part];
    const properties = Object.entries(part as Properties).map(([name, property]) => [
      name,
      isBindablePart(name) ? orExpression(property) : property,
    ]);
    return [key, Object.fromEntries(properties)];
  });
  return Object.fromEntries(parts);
}
