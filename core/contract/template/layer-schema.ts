/** The layer schema of a template: what requests may change, in the words that a form needs. */
import * as z from "zod";
import { ATTRIBUTES } from "./attributes.js";
import { type TemplateDocument } from "./document.js";
import { requestJsonSchema } from "./json-schema.js";
import { type OverridableLayer, overridesOf } from "./overrides.js";

const attributeSchema = z.object({
  key: z.string(),
  type: z.enum(["text", "string", "url", "color", "number", "boolean"]),
  label: z.string(),
  /** Whether a request must give it; none must, since each layer has a value of its own. */
  required: z.boolean(),
  default: z.unknown().optional(),
});

const fieldSchema = z.object({ name: z.string(), type: z.string(), default: z.unknown() });

export const layerSchemaAnswer = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  width: z.int(),
  height: z.int(),
  /** Named layers in paint order, groups before what is inside of them; names that repeat are listed each time. */
  layers: z.array(
    z.object({ id: z.string(), layerName: z.string(), type: z.string(), attributes: z.array(attributeSchema) }),
  ),
  variables: z.array(fieldSchema.extend({ fields: z.array(fieldSchema).optional(), maxItems: z.int().optional() })),
  /** The JSON Schema of a create-render body for this template. */
  jsonSchema: z.record(z.string(), z.unknown()),
});
export type LayerSchemaAnswer = z.infer<typeof layerSchemaAnswer>;

/** What requests for a version of a template may change. */
export function layerSchemaOf(
  template: { readonly id: string; readonly name: string; readonly version: number },
  document: TemplateDocument,
): LayerSchemaAnswer {
  const { id, name, version } = template;
  const { width, height } = document;
  return {
    id,
    name,
    version,
    width,
    height,
    layers: overridesOf(document).map(describeLayer),
    variables: document.variables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      default: variable.default,
      ...(variable.type === "list" && { fields: variable.fields, maxItems: variable.max_items }),
    })),
    jsonSchema: requestJsonSchema(id, document),
  };
}

function describeLayer({ name, layer, attributes }: OverridableLayer): LayerSchemaAnswer["layers"][number] {
  const values = layer as Readonly<Record<string, unknown>>;
  return {
    id: layer.id,
    layerName: name,
    type: layer.type,
    attributes: attributes.map((key) => {
      const { kind, label } = ATTRIBUTES[key];
      return { key, type: kind, label, required: false, ...(values[key] !== undefined && { default: values[key] }) };
    }),
  };
}
