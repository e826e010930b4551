/** JSON Schemas (draft 2020-12) made from the schemas that validate: of documents, and of requests for one of them. */
import * as z from "zod";
import { ATTRIBUTES, isAttributeName } from "./attributes.js";
import { createRenderSchema } from "../create-render.js";
import { familiesOf } from "./document-fonts.js";
import { templateDocumentSchema, type TemplateDocument } from "./document.js";
import { overridesOf, overrideSchemaOf } from "./overrides.js";
import { type ScalarType } from "./values.js";
import { type TemplateVariable } from "./variables.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of a template document, for editors. What only shows between its parts is not in it. */
export function documentJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(templateDocumentSchema, { io: "input" });
  return { title: "Image template", ...(labelled(schema) as JsonSchema) };
}

/** The schema of a create-render body for a template: its layers with their attributes, its variables with their types. */
export function requestJsonSchema(template: string, document: TemplateDocument): JsonSchema {
  const body = z.toJSONSchema(createRenderSchema, { io: "input" });
  const layers = overridesOf(document).map(({ name, layer }) => {
    const { properties } = z.toJSONSchema(overrideSchemaOf(layer.type), { io: "input" });
    const family = layer.type === "text" ? { font_family: { enum: familiesOf(document) } } : {};
    return [
      name,
      closed(labelProperties({ ...(properties as Readonly<Record<string, JsonSchema>>), ...family })),
    ] as const;
  });
  const variables = document.variables.map((variable) => [variable.name, variableSchema(variable)] as const);
  return {
    ...body,
    properties: {
      ...body.properties,
      template: { const: template },
      layers: closed(Object.fromEntries(layers)),
      variables: closed(Object.fromEntries(variables)),
    },
    required: ["template"],
  };
}

function closed(properties: JsonSchema): JsonSchema {
  return { type: "object", properties, additionalProperties: false };
}

const TYPES: Readonly<Record<ScalarType, JsonSchema>> = {
  string: { type: ["string", "number", "boolean"], maxLength: 10_000 },
  number: { anyOf: [{ type: "number" }, { type: "string", pattern: "^[+-]?\\d{1,15}(?:\\.\\d{1,15})?$" }] },
  boolean: { enum: [true, false, "true", "false"] },
};

function variableSchema(variable: TemplateVariable): JsonSchema {
  if (variable.type !== "list") return { ...TYPES[variable.type], default: variable.default };
  const fields = variable.fields.map(
    (field) => [field.name, { ...TYPES[field.type], default: field.default }] as const,
  );
  return {
    type: "array",
    items: closed(Object.fromEntries(fields)),
    maxItems: variable.max_items,
    default: variable.default,
  };
}

/** The schema with each attribute's label wherever a layer has it. Zod shares equal parts, so they are made anew. */
function labelled(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(labelled);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, value]) => [key, labelled(value)] as const);
  const made = Object.fromEntries(parts);
  const properties = made["properties"] as Readonly<Record<string, JsonSchema>> | undefined;
  return properties !== undefined && "id" in properties ? { ...made, properties: labelProperties(properties) } : made;
}

function labelProperties(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const entries = Object.entries(properties).map(([key, property]) => {
    const label = isAttributeName(key) ? { description: ATTRIBUTES[key].label } : {};
    return [key, { ...label, ...property }] as const;
  });
  return Object.fromEntries(entries);
}
