import {
  describeOverrides,
  type LayerRegistry,
  LAYERS,
  overridesJsonSchema,
  type TemplateDocument,
} from "@image-render/engine/document";
import * as z from "zod";
import { createRenderSchema } from "../contract/render-request.js";
import type { LayerSchemaResponse } from "../contract/layer-schema.js";

/** Describes what requests for a version of a template can change, with the JSON Schema of such a request. */
export function layerSchemaOf(
  template: { readonly id: string; readonly name: string; readonly version: number },
  document: TemplateDocument,
  registry: LayerRegistry = LAYERS,
): LayerSchemaResponse {
  const { id, name, version } = template;
  const body = z.toJSONSchema(createRenderSchema, { io: "input" });
  const overrides = overridesJsonSchema(document, registry);
  const needsVariables = document.variables.some(({ required }) => required === true);
  const properties = { ...body.properties, template: { const: id }, ...overrides };
  return {
    id,
    name,
    version,
    ...describeOverrides(document, registry),
    jsonSchema: { ...body, properties, required: ["template", ...(needsVariables ? ["variables"] : [])] },
  };
}
