import * as z from "zod";
import { sizeOf } from "../pictures/fit-scale.js";
import { previewOf } from "../pictures/preview.js";
import { documentSchema } from "./shapes/document.js";
import { shownWarnings, warningShape } from "./shapes/warning.js";
import { defineTool } from "./tool.js";

/** Stores a new template, after a preview has shown that its document is valid. */
export const createTemplate = defineTool({
  name: "create_template",
  title: "Create a template",
  description:
    "Stores a template document and returns its picture. Read the resources irs://format/… for the format. Try a document with preview first.",
  scopes: ["templates"],
  effect: "create",
  input: z.object({
    name: z.string().min(1).max(200),
    description: z.string().max(2000).optional(),
    document: documentSchema.describe("The template document: width, height, background, variables, layers."),
  }),
  output: z.object({ template: z.string(), name: z.string(), version: z.number(), warnings: z.array(warningShape) }),
  async run({ name, description, document }, { service }) {
    // A template that cannot be drawn helps nobody, so its picture is made before it is stored.
    const picture = await previewOf(service, { document, size: sizeOf(document) }, {});
    const body = { name, document, ...(description !== undefined && { description }) };
    const { id, version, warnings = [] } = await service.createTemplate(body);
    const all = [...warnings.map(({ path, message }) => ({ message: `${path}: ${message}` })), ...picture.warnings];
    return {
      data: { template: id, name, version, warnings: shownWarnings(all) },
      pictures: [{ ...picture, caption: "The template with its own contents" }],
    };
  },
});
