/** The parts of a template that requests can change, with the labels that a form needs. */
import * as z from "zod";
import { ATTRIBUTE_KINDS } from "./attributes/attribute.js";
import { familiesOf } from "./attributes/document-fonts.js";
import type { TemplateDocument } from "./document.js";
import { hugs, maxSizeOf } from "./document-size.js";
import { hasExpressions } from "./edition.js";
import { allLayers, expandLayers } from "./expand-layers.js";
import { expressionsIn } from "./binding/bound-attributes.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { type OverridableLayer, overridesOf } from "./overrides.js";
import { attributesOf } from "./place.js";
import { variableUses } from "./variable-uses.js";
import { SCALAR_VARIABLE_TYPES, VARIABLE_TYPES } from "./attributes/values.js";
import { defaultOf, type TemplateVariable } from "./attributes/variables.js";

const attributeSchema = z.object({
  key: z.string(),
  type: z.enum(ATTRIBUTE_KINDS),
  label: z.string(),
  /** Whether requests must set the attribute. Always false: each layer has its own value. */
  required: z.boolean(),
  default: z.unknown().optional(),
  options: z.array(z.string()).optional().describe("The choices, if only certain values are valid."),
});

const fieldSchema = z.object({
  name: z.string(),
  type: z.enum(SCALAR_VARIABLE_TYPES),
  default: z.unknown(),
  required: z.literal(true).optional().describe("Present if a request must set it."),
  choices: z.array(z.string()).optional().describe("The texts that an `enum` can have."),
  min: z.number().optional(),
  max: z.number().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  fallback: z.string().optional().describe("What layers show in place of an image that is unavailable."),
});
const [firstType = "", ...otherTypes] = LAYERS.all.map(({ definition }) => definition.type);

export const overridesDescriptionSchema = z.object({
  width: z.int(),
  /** The greatest height of the document, if its height hugs. */
  height: z.int(),
  /** Present if each picture is as high as its content, at most `height`. */
  hugsHeight: z.literal(true).optional(),
  /**
   * Named layers in paint order. A group comes before the layers inside it. Layers with the same name have an entry
   * each.
   */
  layers: z.array(
    z.object({
      id: z.string(),
      layerName: z.string(),
      type: z.enum([firstType, ...otherTypes]),
      attributes: z.array(attributeSchema),
    }),
  ),
  variables: z.array(
    fieldSchema.extend({
      type: z.enum(VARIABLE_TYPES),
      fields: z.array(fieldSchema).optional(),
      maxItems: z.int().optional(),
      uses: z
        .array(z.object({ layerId: z.string(), layerName: z.string().optional(), attribute: z.string() }))
        .default([])
        .describe("The attributes of layers that the variable changes, by a text, an expression or a condition."),
    }),
  ),
});
export type OverridesDescription = z.infer<typeof overridesDescriptionSchema>;

/** Describes what requests for a document can change. */
export function describeOverrides(document: TemplateDocument, registry: LayerRegistry = LAYERS): OverridesDescription {
  const { width, height } = maxSizeOf(document);
  const uses = variableUses(document, registry);
  const values = evaluatedLayers(document, registry);
  return {
    width,
    height,
    ...(hugs(document) && { hugsHeight: true as const }),
    layers: overridesOf(document, registry).map((layer) =>
      describeLayer(layer, registry, familiesOf(document), values.get(layer.layer.id)),
    ),
    variables: document.variables.map((variable) => ({
      ...describeVariable(variable),
      ...(variable.type === "list" && { fields: variable.fields.map(describeVariable), maxItems: variable.max_items }),
      uses: [...(uses.get(variable.name) ?? [])],
    })),
  };
}

function describeVariable<Variable extends TemplateVariable>(variable: Variable) {
  const { name, type, required } = variable;
  return {
    name,
    type: type as Variable["type"],
    default: defaultOf<TemplateVariable>(variable) as unknown,
    ...(required === true && { required }),
    ...limitsOf(variable),
  };
}

function limitsOf(variable: TemplateVariable) {
  switch (variable.type) {
    case "string": {
      const { min_length, max_length } = variable;
      return {
        ...(min_length !== undefined && { minLength: min_length }),
        ...(max_length !== undefined && { maxLength: max_length }),
      };
    }
    case "number": {
      const { min, max } = variable;
      return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    }
    case "image":
      return variable.fallback === undefined ? {} : { fallback: variable.fallback };
    case "enum":
      return { choices: variable.choices };
    default:
      return {};
  }
}

/**
 * Returns the layers with the values that their expressions have for the defaults of the variables. A layer inside a
 * repeat has none, because each copy has its own.
 */
function evaluatedLayers(document: TemplateDocument, registry: LayerRegistry) {
  const layers = hasExpressions(document.edition) ? allLayers(expandLayers(document, {}, registry).layers) : [];
  return new Map(layers.map((layer) => [layer.id, attributesOf(layer)] as const));
}

function describeLayer(
  { name, layer, attributes }: OverridableLayer,
  registry: LayerRegistry,
  families: readonly string[],
  evaluated: Readonly<Record<string, unknown>> | undefined,
): OverridesDescription["layers"][number] {
  const written = attributesOf(layer);
  const valueOf = (key: string) => (expressionsIn(written[key]).length > 0 ? evaluated?.[key] : written[key]);
  const { definition } = registry.get(layer.type);
  return {
    id: layer.id,
    layerName: name,
    type: layer.type,
    attributes: attributes.flatMap((key) => {
      const override = definition.attributes[key]?.override;
      if (override === undefined) return [];
      const { kind, label, schema } = override;
      const options = key === definition.fontFamily ? families : optionsOf(schema);
      return {
        key,
        type: kind,
        label,
        required: false,
        ...(valueOf(key) !== undefined && { default: valueOf(key) }),
        ...(options !== undefined && { options: [...options] }),
      };
    }),
  };
}

/** Returns the values of an enum. Forms show them as a list of choices. */
function optionsOf(schema: z.ZodType): string[] | undefined {
  return schema instanceof z.ZodEnum ? schema.options.map(String) : undefined;
}
