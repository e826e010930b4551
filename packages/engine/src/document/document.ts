/** A template document: what an author writes, and what a version of a template stores. */
import * as z from "zod";
import { backgroundSchemaOf } from "./background.js";
import { closedObject } from "./attributes/closed-object.js";
import { documentFontSchema, MAX_FONTS } from "./attributes/document-fonts.js";
import { CURRENT_EDITION, editionSchema } from "./edition.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { MAX_VARIABLES, variableSchema } from "./attributes/variables.js";
import { isLocale } from "./text-template/formats.js";
import { DPI } from "../limits/picture-limits.js";

export const MAX_SIDE_PX = 8192;
/** The maximum number of layers of a document, including those inside groups. */
export const MAX_LAYERS = 200;
/** The maximum nesting depth of groups, including the outermost one. */
export const MAX_DEPTH = 8;
/** The maximum number of layers of a document with all copies of its repeats. */
export const MAX_LAID_OUT_LAYERS = 1000;

const sideSchema = z.int().min(1).max(MAX_SIDE_PX);

const hugSchema = z.literal("hug", {
  error: ({ input }) => (input === undefined ? "It is required." : "It must be a whole number of pixels or hug."),
});

const heightSchema = z
  .union([sideSchema, hugSchema])
  .describe('Whole pixels, or "hug": the height of the content, at most max_height.');

export const localeSchema = z
  .string()
  .max(64)
  .refine(isLocale, { error: "It must be a language such as en, de-CH or pt-BR." });

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: "It must be a time zone such as UTC, Europe/Berlin or America/New_York." });

/** Creates the schema of a document with layers of the types in a registry. */
function createDocumentSchema<LayerInput, BackgroundInput>(registry: LayerRegistry<LayerInput, BackgroundInput>) {
  return closedObject({
    $schema: z.string().max(2048).optional().describe("The JSON Schema that an editor checks the document with."),
    name: z.string().max(200).optional(),
    description: z.string().max(2000).optional(),
    edition: editionSchema
      .default(CURRENT_EDITION)
      .describe("The edition of the template language. A stored version keeps its edition."),
    width: sideSchema,
    height: heightSchema,
    max_height: sideSchema.optional().describe("Required if height is hug: the greatest height of a picture."),
    min_height: sideSchema.optional().describe("Only if height is hug: the smallest height of a picture."),
    // It has no default value: without it, the file states no density, as before this attribute existed.
    dpi: z
      .int()
      .min(DPI.min)
      .max(DPI.max)
      .optional()
      .describe(
        `Pixels per inch in print, at scale 1. Default: ${DPI.default}, which PNG and JPEG files do not state.`,
      ),
    background: backgroundSchemaOf(registry).default("#ffffff"),
    locale: localeSchema.default("en").describe("The language of numbers and dates (BCP 47)."),
    time_zone: timeZoneSchema.default("UTC").describe("The IANA time zone of dates and times."),
    fonts: z
      .array(documentFontSchema)
      .max(MAX_FONTS)
      .default([])
      .describe("The document's own font families, from uploaded files."),
    variables: z.array(variableSchema).max(MAX_VARIABLES).default([]),
    /** The layers in paint order: a later layer lies over an earlier one. */
    layers: z.array(registry.layerSchema).max(MAX_LAYERS),
  });
}

export const templateDocumentSchema = createDocumentSchema(LAYERS);

type DocumentSchema = ReturnType<typeof createDocumentSchema<unknown, unknown>>;

const schemas = new WeakMap<LayerRegistry, DocumentSchema>([[LAYERS, templateDocumentSchema]]);

/** Returns the schema of a document with layers of the types in a registry. The first call creates it. */
export function documentSchemaOf(registry: LayerRegistry): DocumentSchema {
  const known = schemas.get(registry);
  if (known !== undefined) return known;
  const schema = createDocumentSchema(registry);
  schemas.set(registry, schema);
  return schema;
}

/** A checked document: every attribute is present, with its default if the author left it out. */
export type TemplateDocument = z.infer<typeof templateDocumentSchema>;

/** A document as an author writes it. */
export type TemplateSource = z.input<typeof templateDocumentSchema>;

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
