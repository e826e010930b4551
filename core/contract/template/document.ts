/** A template document: what an author writes and a version of a template stores. */
import * as z from "zod";
import { colorSchema, gradientSchema } from "./attributes.js";
import { closedObject } from "./closed-object.js";
import { layerSchema } from "./layers.js";

export const MAX_SIDE_PX = 8192;
/** Pixels of a picture, of a document as of what is rendered from it at a scale. */
export const MAX_PICTURE_PIXELS = 25_000_000;
export const MAX_LAYERS = 200;
export const MAX_VARIABLES = 100;

const sideSchema = z.int().min(1).max(MAX_SIDE_PX);

const variableName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
  error: "It must be 1 to 64 letters, digits or underscores, a letter first.",
});

export const variableSchema = z.discriminatedUnion("type", [
  closedObject({ name: variableName, type: z.literal("string"), default: z.string().max(10_000).default("") }),
  closedObject({ name: variableName, type: z.literal("number"), default: z.number().default(0) }),
  closedObject({ name: variableName, type: z.literal("boolean"), default: z.boolean().default(false) }),
]);
export type TemplateVariable = z.infer<typeof variableSchema>;

export const templateDocumentSchema = closedObject({
  name: z.string().max(200).optional(),
  description: z.string().max(2000).optional(),
  width: sideSchema,
  height: sideSchema,
  background: z
    .union([colorSchema, gradientSchema], { error: "It must be a colour or a gradient." })
    .default("#ffffff"),
  variables: z.array(variableSchema).max(MAX_VARIABLES).default([]),
  /** In paint order: a later layer lies over an earlier one. */
  layers: z.array(layerSchema).max(MAX_LAYERS),
});

/** A checked document: every attribute is in place, defaults filled in. */
export type TemplateDocument = z.infer<typeof templateDocumentSchema>;

/** A document as an author writes it. */
export type TemplateSource = z.input<typeof templateDocumentSchema>;
