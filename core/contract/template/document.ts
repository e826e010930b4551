/** A template document: what an author writes and a version of a template stores. */
import * as z from "zod";
import { colorSchema, linearGradientSchema, radialGradientSchema } from "./attributes.js";
import { closedObject } from "./closed-object.js";
import { documentFontSchema, MAX_FONTS } from "./document-fonts.js";
import { imageBackgroundSchema, layerSchema } from "./layers.js";
import { MAX_VARIABLES, variableSchema } from "./variables.js";

export const MAX_SIDE_PX = 8192;
/** Pixels of a picture, of a document as of what is rendered from it at a scale. */
export const MAX_PICTURE_PIXELS = 25_000_000;
/** Layers of a document, those inside of groups counted too. */
export const MAX_LAYERS = 200;

const sideSchema = z.int().min(1).max(MAX_SIDE_PX);

/** Groups inside of groups, the outermost counted. */
export const MAX_DEPTH = 8;
/** Layers once each repeat has its copies. */
export const MAX_LAID_OUT_LAYERS = 1000;

const localeSchema = z
  .string()
  .max(64)
  .refine(isLocale, { error: "It must be a language such as en, de-CH or pt-BR." });

const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: "It must be a time zone such as UTC, Europe/Berlin or America/New_York." });

export const templateDocumentSchema = closedObject({
  $schema: z.string().max(2048).optional().describe("The JSON Schema that an editor checks the document with."),
  name: z.string().max(200).optional(),
  description: z.string().max(2000).optional(),
  width: sideSchema,
  height: sideSchema,
  background: z
    .union([colorSchema, linearGradientSchema, radialGradientSchema, imageBackgroundSchema], {
      error: "It must be a colour, a gradient or an image.",
    })
    .default("#ffffff"),
  locale: localeSchema.default("en").describe("The language that numbers and dates are written in (BCP 47)."),
  time_zone: timeZoneSchema.default("UTC").describe("The IANA time zone that moments are written in."),
  fonts: z
    .array(documentFontSchema)
    .max(MAX_FONTS)
    .default([])
    .describe("Families of the document's own, from uploaded files."),
  variables: z.array(variableSchema).max(MAX_VARIABLES).default([]),
  /** In paint order: a later layer lies over an earlier one. */
  layers: z.array(layerSchema).max(MAX_LAYERS),
});

/** A checked document: every attribute is in place, defaults filled in. */
export type TemplateDocument = z.infer<typeof templateDocumentSchema>;

/** A document as an author writes it. */
export type TemplateSource = z.input<typeof templateDocumentSchema>;

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
