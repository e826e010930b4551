import * as z from "zod";
import type { Attribute, Overrides } from "../service/render-service.js";
import { shortValue } from "./shapes/short-value.js";
import { templateId } from "./shapes/request.js";
import { defineTool } from "./tool.js";
import { ToolInputError } from "./tool-input-error.js";

/** A longer list of choices is a table of its own: that of the font families, which list_fonts shows. */
const MAX_CHOICES = 12;

const output = z.object({
  template: z.string(),
  name: z.string(),
  version: z.number(),
  width: z.number(),
  height: z.number(),
  layers: z.array(z.object({ name: z.string(), type: z.string(), text: z.string().optional() })).optional(),
  variables: z
    .array(
      z.object({
        name: z.string(),
        type: z.string(),
        default: z.unknown().optional(),
        fields: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  layer: z
    .object({
      name: z.string(),
      type: z.string(),
      attributes: z.record(z.string(), z.string()).describe('Type or choices, and the current value: "number = 72".'),
    })
    .optional(),
});

/** Says what a request can change: the names first, and then the attributes of one layer. */
export const getTemplateSchema = defineTool({
  name: "get_template_schema",
  title: "See what a request can change",
  description:
    "Without `layer`: names and types of a template's layers and variables. With `layer`: the attributes of that layer, with their current values. Start without.",
  scopes: ["render", "templates"],
  effect: "read",
  input: z.object({
    template: templateId,
    version: z.int().min(1).optional().describe("Default: the latest version."),
    layer: z.string().optional().describe("The name of one layer."),
  }),
  output,
  async run({ template, version, layer }, { service }) {
    const overrides = await service.getOverrides(template, version);
    const { name, width, height } = overrides;
    const about = { template, name, version: overrides.version, width, height };
    return { data: { ...about, ...(layer === undefined ? namesOf(overrides) : { layer: layerOf(overrides, layer) }) } };
  },
});

function namesOf({ layers, variables }: Overrides) {
  return {
    layers: layers.map(({ layerName, type, attributes }) => {
      const text = attributes.find(({ key }) => key === "text")?.default;
      return { name: layerName, type, ...(typeof text === "string" && { text: String(shortValue(text)) }) };
    }),
    variables: variables.map(({ name, type, default: value, fields }) => ({
      name,
      type,
      ...(value !== undefined && { default: shortValue(value) }),
      ...(fields !== undefined && { fields: fields.map((field) => `${field.name}: ${field.type}`) }),
    })),
  };
}

function layerOf({ layers }: Overrides, wanted: string) {
  const found = layers.find(({ layerName }) => layerName === wanted);
  if (found === undefined) {
    const names = layers.map(({ layerName }) => layerName).join(", ");
    throw new ToolInputError(`The template has no layer "${wanted}". Its layers are: ${names || "none"}.`);
  }
  const attributes = found.attributes.map((attribute) => [attribute.key, describe(attribute)] as const);
  return { name: found.layerName, type: found.type, attributes: Object.fromEntries(attributes) };
}

/** Leaves out labels, which say the same as keys. */
function describe({ type, default: value, options = [] }: Attribute): string {
  const kind = options.length > 0 && options.length <= MAX_CHOICES ? options.join("|") : type;
  return value === undefined || value === null ? kind : `${kind} = ${JSON.stringify(shortValue(value))}`;
}
