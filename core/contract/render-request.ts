/** The create-render request: its schema, and how its issues map to errors. */
import * as z from "zod";
import {
  FORMAT_ALIASES,
  formatNamed,
  FORMATS,
  IMAGE_FORMATS,
  type ImageFormat,
  listNames,
  LOSSY_FORMATS,
  OPAQUE_FORMATS,
} from "@image-render/engine/formats";
import { MAX_INTEGER } from "./limits.js";
import { parseBody } from "./parse-body.js";
import { DEFAULT_PRIORITY, prioritySchema, QUEUE_PRIORITIES } from "./render-queues.js";
import { localeSchema, outputSchema, timeZoneSchema } from "@image-render/engine/document";
import { uuidSchema } from "./values.js";

const ALIASES = [...FORMAT_ALIASES].map(([alias, format]) => `\`${alias}\` is an alias of \`${format}\`.`);
/** The sentence about `transparent` that names the formats without transparent pixels. */
export const TRANSPARENCY_NOTE = `Not for ${listNames(OPAQUE_FORMATS)}.`;

const DEFAULT_QUALITIES = LOSSY_FORMATS.map((format) => `${FORMATS[format].defaultQuality ?? ""} for ${format}`);
/** The sentence about `quality` that names the formats that have one. */
export const QUALITY_NOTE = `Only for ${listNames(LOSSY_FORMATS, "and")}.`;

const formatSchema = z
  .enum([...IMAGE_FORMATS, ...FORMAT_ALIASES.keys()])
  .transform((format): ImageFormat => formatNamed(format) ?? "png");

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
const valueSchema = z.union([scalarSchema, z.array(z.record(z.string(), scalarSchema))], {
  error: "It must be a text, a number, true, false, or a list of objects that contain these.",
});

const metadataSchema = z
  .record(z.string().max(64), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, { error: "It must have at most 16 entries." });

export const layersSchema = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .default({})
  .describe("Attributes to override, by layer name.");
export const variablesSchema = z
  .record(z.string(), valueSchema)
  .default({})
  .describe("Values of the template's variables.");

/**
 * Converts the values to canonical form, so that equal requests have equal signed image URLs: `de-ch` becomes `de-CH`.
 */
export const localizationShape = {
  locale: localeSchema
    .transform((locale) => Intl.getCanonicalLocales(locale)[0] ?? locale)
    .optional()
    .describe("The language of numbers and dates (BCP 47). Default: that of the template."),
  timeZone: timeZoneSchema
    .transform((timeZone) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone)
    .optional()
    .describe("The IANA time zone of dates and times. Default: that of the template."),
};

/** The output options that jobs, signed images and previews share. */
export const encodingShape = {
  quality: outputSchema.shape.quality.describe(
    `How similar a lossy picture is to its source: 1 is the smallest file, 100 the best picture. ${QUALITY_NOTE} Default: ${DEFAULT_QUALITIES.join(", ")}.`,
  ),
  about: outputSchema.shape.about.describe("Words about the picture, which its file contains as metadata."),
};

const PRIORITY_TEXT = [
  ...Object.entries(QUEUE_PRIORITIES).map(
    ([name, { lowest, highest }]) => `${lowest}–${highest} selects the queue ${name}.`,
  ),
  "A render with a high estimated cost waits in the queue heavy, whatever its priority.",
  `The plan sets the highest allowed value. Default: ${DEFAULT_PRIORITY}.`,
].join(" ");

/** The body of a create-render request. Unknown top-level fields are ignored. */
export const createRenderSchema = z.object({
  template: uuidSchema.describe("The template to render."),
  version: z.int().min(1).max(MAX_INTEGER).optional().describe("The template's version. Default: the highest version."),
  format: formatSchema.default("png").describe(`The picture's format. ${ALIASES.join(" ")}`),
  scale: outputSchema.shape.scale.describe("Pixels of the picture per pixel of the template."),
  layers: layersSchema,
  variables: variablesSchema,
  ...localizationShape,
  transparent: outputSchema.shape.transparent.describe(`Removes the template's background. ${TRANSPARENCY_NOTE}`),
  ...encodingShape,
  priority: prioritySchema.optional().describe(PRIORITY_TEXT),
  metadata: metadataSchema.optional().describe("Strings that the job body returns."),
  webhookUrl: z
    .string()
    .max(2048)
    .meta({
      format: "uri",
      description: "An `https` URL that receives a webhook when the render has ended: docs/webhooks.md.",
    })
    .optional(),
  dryRun: z.boolean().default(false).describe("Validates the request and creates nothing."),
});

export type CreateRender = z.infer<typeof createRenderSchema>;

/** An issue in one of these fields makes a request malformed (400). Other issues make it impossible to render (422). */
export const MALFORMED_FIELDS = ["template", "version"] as const;

/** Reads a create-render request. @throws ServiceError as {@link parseBody}. */
export function parseCreateRender(body: unknown): CreateRender {
  return parseBody(createRenderSchema, body, MALFORMED_FIELDS);
}

/** Returns the fields of a body without the given ones. */
export function fieldsWithout({ shape }: z.ZodObject, fields: readonly string[]): string[] {
  return Object.keys(shape).filter((field) => !fields.includes(field));
}

/** The fields whose issues are reported together with those of the check against the template. */
export const DEFERRED_FIELDS = fieldsWithout(createRenderSchema, MALFORMED_FIELDS);
