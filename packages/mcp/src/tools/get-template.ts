import * as z from "zod";
import type { JsonObject } from "../service/render-service.js";
import { templateId } from "./shapes/request.js";
import { shortValue } from "./shapes/short-value.js";
import { defineTool } from "./tool.js";
import { findLayer, layersOf } from "./shapes/layer-outline.js";
import { ToolInputError } from "./tool-input-error.js";

const output = z.object({
  template: z.string(),
  name: z.string(),
  version: z.number(),
  document: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The document without its layers. Long texts and data URIs are shortened."),
  layers: z
    .array(
      z.object({
        path: z.string().describe("The place in the document, for a patch."),
        id: z.string(),
        name: z.string().optional(),
        type: z.string(),
        box: z.string().optional().describe("x, y, width × height"),
        summary: z.string().optional(),
      }),
    )
    .optional(),
  layer: z.object({ path: z.string(), value: z.record(z.string(), z.unknown()) }).optional(),
});

/** Shows the document of a template in slices: an outline, and then one layer. */
export const getTemplate = defineTool({
  name: "get_template",
  title: "Read a template's document",
  description:
    "Without `layer`: the document's settings and an outline of its layers, with the path of each for update_template. With `layer` (an id or a name): that layer's JSON. To know what requests can change, use get_template_schema.",
  scopes: ["render", "templates"],
  effect: "read",
  input: z.object({
    template: templateId,
    version: z.int().min(1).optional().describe("Default: the latest version."),
    layer: z.string().optional().describe("The id or the name of one layer."),
  }),
  output,
  async run({ template: id, version, layer }, { service }) {
    const { template } = await service.getTemplate(id, version);
    const about = { template: id, name: template.name, version: template.version };
    if (layer === undefined) return { data: { ...about, ...outlineOf(template.document) } };
    const found = findLayer(template.document, layer);
    if (found === undefined) {
      const ids = layersOf(template.document).map((one) => one.id);
      throw new ToolInputError(`The document has no layer "${layer}". Its layers have the ids: ${ids.join(", ")}.`);
    }
    return { data: { ...about, layer: { path: found.path, value: shortValue(found.value) as JsonObject } } };
  },
});

function outlineOf(document: JsonObject) {
  const settings = Object.entries(document).filter(([key]) => key !== "layers" && key !== "$schema");
  const layers = layersOf(document).map(({ path, id, name, type, box, summary }) => ({
    path,
    id,
    ...(name !== undefined && { name }),
    type,
    ...(box !== undefined && { box }),
    ...(summary !== undefined && { summary }),
  }));
  return { document: shortValue(Object.fromEntries(settings)) as JsonObject, layers };
}
