/** The request bodies about batches. */
import * as z from "zod";
import { archiveFormatSchema } from "./archive-format.js";
import { DEFERRED_FIELDS, type CreateRender, createRenderSchema, MALFORMED_FIELDS } from "./render-request.js";
import { MAX_BATCH_SIZE } from "./limits.js";
import { type ReadBody, readBody } from "./parse-body.js";
import { NOT_EMPTY } from "./values.js";

/** The items are parsed one by one, because issues name the index of their item. */
export const batchItemSchema = z.record(z.string(), z.unknown());
const valuesSchema = z.array(z.unknown()).min(1);

export const variantsSchema = z.object({
  job: batchItemSchema,
  layers: z
    .record(z.string(), z.record(z.string(), valuesSchema))
    .default({})
    .describe("Lists of values, by layer name and attribute."),
  variables: z.record(z.string(), valuesSchema).default({}).describe("Lists of values, by variable."),
});
export type Variants = z.infer<typeof variantsSchema>;

/**
 * A batch has either `jobs` or `variants`. `itemsOf` checks this. In the OpenAPI document, the schema only refuses
 * `{}`.
 */
export const createBatchSchema = z
  .object({
    jobs: z
      .array(batchItemSchema)
      .min(1)
      .max(MAX_BATCH_SIZE)
      .optional()
      .describe("The bodies of create-render requests. Required without `variants`."),
    variants: variantsSchema
      .optional()
      .describe(
        `Instead of \`jobs\`: one job for each combination of the values, at most ${MAX_BATCH_SIZE}. The last list varies fastest: first \`layers\`, then \`variables\`.`,
      ),
    webhookUrl: createRenderSchema.shape.webhookUrl.describe(
      "Receives one `batch.completed` when all jobs have ended.",
    ),
    dryRun: createRenderSchema.shape.dryRun.describe("Validates every item and creates nothing."),
  })
  .meta(NOT_EMPTY);
export type CreateBatch = z.infer<typeof createBatchSchema>;

const archiveFormat = archiveFormatSchema
  .default("zip")
  .describe(
    "`pdf` is one PDF with a page for each finished picture, in the order of the batch. All pictures must be PDFs.",
  );

/** The body of a request that starts a batch download. */
export const createArchiveSchema = z.object({ format: archiveFormat });

/** Each format has a download of its own. */
export const archiveQuerySchema = z.object({ format: archiveFormat });

/** An issue in one of these fields makes a batch malformed (400). */
export const MALFORMED_BATCH_FIELDS = ["jobs"] as const;

/** Reads an item of a batch. @throws ServiceError as {@link readBody}. */
export function readBatchItem(item: unknown): ReadBody<CreateRender> {
  return readBody(createRenderSchema, item, { malformed: MALFORMED_FIELDS, checkedLater: DEFERRED_FIELDS });
}
