/** The create-render request: its schema, and which of its faults is which error. */
import * as z from "zod";
import { type ImageFormat, imageFormatSchema } from "./image-format.js";
import { parseBody } from "./parse-body.js";
import { outputSchema } from "./template/output.js";
import { uuidSchema } from "./values.js";

/** `pdf` is reserved: it gets a sentence of its own rather than being unknown. */
const formatSchema = z
  .enum([...imageFormatSchema.options, "jpeg"], {
    error: ({ input }) => (input === "pdf" ? "It can't be pdf yet; ask for png, jpg, webp or avif." : undefined),
  })
  .transform((format): ImageFormat => (format === "jpeg" ? "jpg" : format));

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
const valueSchema = z.union([scalarSchema, z.array(z.record(z.string(), scalarSchema))], {
  error: "It must be a text, a number, true or false, or a list of objects of these.",
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

/** What a caller may ask of one render; unknown top-level fields are ignored. */
export const createRenderSchema = z.object({
  template: uuidSchema.describe("The template to render."),
  version: z.int().min(1).optional().describe("The template's version; the highest one when left out."),
  format: formatSchema.default("png").describe("The picture's format; `jpeg` is an alias of `jpg`."),
  scale: outputSchema.shape.scale.describe("Pixels of the picture for each pixel of the design."),
  layers: layersSchema,
  variables: variablesSchema,
  transparent: outputSchema.shape.transparent.describe("Leaves the template's background out; not for jpg."),
  priority: z
    .int()
    .min(0)
    .max(9)
    .optional()
    .describe("0–3 is the bulk queue, 4–6 the standard one, 7–9 the interactive one, if the plan has it. Default 5."),
  metadata: metadataSchema.optional().describe("Strings of the caller's own, echoed in the job."),
  webhookUrl: z
    .string()
    .max(2048)
    .optional()
    .describe("Validated and stored with the job. The service does not call it yet."),
  dryRun: z.boolean().default(false).describe("Validates everything and creates nothing."),
});

export type CreateRender = z.infer<typeof createRenderSchema>;

/** Faults in these fields make a request malformed (400); faults elsewhere make it impossible to render (422). */
export const MALFORMED_FIELDS = ["template", "version"] as const;

/** Reads a create-render request. @throws ServiceError as {@link parseBody}. */
export function parseCreateRender(body: unknown): CreateRender {
  return parseBody(createRenderSchema, body, MALFORMED_FIELDS);
}
