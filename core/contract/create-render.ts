/** The create-render request: its schema, and which of its faults is which error. */
import * as z from "zod";
import { ServiceError, validationError } from "./errors.js";
import { imageFormatSchema, supportsTransparency } from "./image-format.js";
import { issuesOf } from "./issues.js";

const formatSchema = z
  .enum([...imageFormatSchema.options, "jpeg", "pdf"], { error: "must be one of png, jpg, webp, avif" })
  .refine((format) => format !== "pdf", { error: "pdf is not supported yet; use png, jpg, webp or avif" })
  .transform((format) => imageFormatSchema.parse(format === "jpeg" ? "jpg" : format));

const repeatItemsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])));

/** What a caller may ask of one render; unknown top-level fields are ignored. */
export const createRenderSchema = z
  .object({
    template: z
      .uuid({ error: (issue) => (issue.input === undefined ? "is required" : "must be a uuid") })
      .transform((id) => id.toLowerCase())
      .describe("The template to render."),
    version: z
      .int({ error: "must be an integer of at least 1" })
      .min(1, { error: "must be an integer of at least 1" })
      .optional()
      .describe("The template's version; the highest one when left out."),
    format: formatSchema.default("png").describe("The picture's format; `jpeg` is an alias of `jpg`."),
    scale: z
      .number({ error: "must be a number from 0.1 to 4" })
      .min(0.1, { error: "must be at least 0.1" })
      .max(4, { error: "must be at most 4" })
      .default(1)
      .describe("Pixels of the picture for each pixel of the design."),
    layers: z
      .record(z.string(), z.record(z.string(), z.unknown(), { error: "must be an object of attributes" }), {
        error: "must be an object keyed by layer name",
      })
      .default({})
      .describe("Attributes to override, by layer name."),
    variables: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), repeatItemsSchema]), {
        error: (issue) => (issue.code === "invalid_type" ? "must be an object of values by variable name" : undefined),
      })
      .default({})
      .describe("Values of the template's variables."),
    transparent: z
      .boolean({ error: "must be true or false" })
      .default(false)
      .describe("Leaves the template's background out; not for jpg."),
    priority: z
      .int({ error: "must be an integer from 0 to 6" })
      .min(0, { error: "must be an integer from 0 to 6" })
      .max(6, { error: "must be an integer from 0 to 6" })
      .optional()
      .describe("0–3 is the bulk queue, 4–6 the standard one. Default 5."),
    metadata: z
      .record(
        z.string().max(64),
        z.string({ error: "must be a string" }).max(512, { error: "holds at most 512 characters" }),
      )
      .refine((pairs) => Object.keys(pairs).length <= 16, { error: "holds at most 16 pairs" })
      .optional()
      .describe("Strings of the caller's own, echoed in the job."),
    webhookUrl: z
      .string({ error: "must be a URL" })
      .max(2048, { error: "holds at most 2,048 characters" })
      .optional()
      .describe("Called when the job has ended."),
    dryRun: z
      .boolean({ error: "must be true or false" })
      .default(false)
      .describe("Validates everything and creates nothing."),
  })
  .superRefine((request, context) => {
    if (request.transparent && !supportsTransparency(request.format)) {
      context.addIssue({
        code: "custom",
        path: ["transparent"],
        message: `${request.format} can't be transparent; use png, webp or avif`,
      });
    }
  });

export type CreateRender = z.infer<typeof createRenderSchema>;

/** Faults in these fields make a request malformed (400); faults elsewhere make it impossible to render (422). */
const MALFORMED_FIELDS = new Set<PropertyKey>(["template", "version"]);

/**
 * Reads a create-render request.
 *
 * @throws ServiceError `BAD_REQUEST` when `template` or `version` is at fault or the body is no object,
 *   `VALIDATION_ERROR` for every other fault; each lists all faults in `details.issues`.
 */
export function parseCreateRender(body: unknown): CreateRender {
  const result = createRenderSchema.safeParse(body);
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const malformed = result.error.issues.find(({ path }) => path[0] === undefined || MALFORMED_FIELDS.has(path[0]));
  if (malformed === undefined) throw validationError("The request can't be rendered as it stands.", issues);
  const place = malformed.path.length === 0 ? "The body" : `\`${malformed.path.join(".")}\``;
  const message = malformed.path.length === 0 ? "must be a JSON object" : malformed.message;
  throw new ServiceError("BAD_REQUEST", `${place} ${message}.`, { details: { issues } });
}
