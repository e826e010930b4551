/** The fields of a render request that several tools share. The service checks their contents against the template. */
import * as z from "zod";
import { FORMAT_NAMES, TRANSPARENT_FORMATS } from "./formats.js";

/** A short schema: the pattern of a UUID would be a third of the list of tools. The service checks IDs itself. */
export const idSchema = z.string().min(1).max(100);

export const templateId = idSchema.describe("The template's ID, from list_templates.");
export const renderId = idSchema.describe("The ID of a render.");

/** The contents of layers and variables. */
export const overridesShape = {
  layers: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('Attributes by layer name, for example {"title": {"text": "Hello", "color": "#0f172a"}}.'),
  variables: z.record(z.string(), z.unknown()).optional().describe("Values of the template's variables."),
};

/** The fields that decide what a picture shows. */
export const contentShape = {
  version: z.int().min(1).optional().describe("Default: the latest version."),
  ...overridesShape,
};

/** The fields of one picture, besides its template. */
export const pictureShape = {
  ...contentShape,
  format: z.enum(FORMAT_NAMES).optional().describe("Default: png."),
  scale: z.number().min(0.1).max(4).optional().describe("Pixels per pixel of the template. Default: 1."),
  transparent: z.boolean().optional().describe(`Leaves out the background. Only for ${TRANSPARENT_FORMATS}.`),
};
