/** The batch and its archive in responses. */
import * as z from "zod";
import { archiveFormatSchema } from "./archive-format.js";
import { dryRunBodySchema, jobBodySchema, jobStatusSchema } from "./job-body.js";

export const totalsSchema = z.object({ total: z.int(), queued: z.int(), done: z.int(), failed: z.int() });
export type Totals = z.infer<typeof totalsSchema>;

export const archiveBodySchema = z.object({
  status: z.enum(["making", "ready", "failed"]),
  format: archiveFormatSchema,
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional().describe("When the file is deleted."),
  pictures: z.int().optional(),
  missing: z.array(z.uuid()).optional().describe("Finished jobs whose pictures are no longer stored."),
  bytes: z.int().optional(),
  error: z.string().optional(),
});
export type ArchiveBody = z.infer<typeof archiveBodySchema>;

export const batchBodySchema = z.object({
  id: z.uuid(),
  status: jobStatusSchema.describe(
    "`queued` while any job is queued. Then `failed` if all jobs failed, otherwise `done`.",
  ),
  totals: totalsSchema.describe("Counts of the jobs. Deleted jobs are counted too."),
  jobs: z.array(jobBodySchema).describe("In the order of the request. Deleted jobs are left out."),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional().describe("When the last job ended."),
  retryAfterMs: z.int().optional(),
});
export type BatchBody = z.infer<typeof batchBodySchema>;

/** A batch in a list. */
export const batchSummarySchema = batchBodySchema.pick({ id: true, status: true }).extend({
  totals: totalsSchema.describe("Counts of the jobs. Deleted jobs are counted too. They can be a few seconds old."),
  template: z
    .uuid()
    .optional()
    .describe("The template, if all jobs have the same one. Absent for batches of releases that had no list."),
  createdAt: batchBodySchema.shape.createdAt,
  finishedAt: batchBodySchema.shape.finishedAt,
});
export type BatchSummary = z.infer<typeof batchSummarySchema>;

/** An item of a valid batch. */
export const checkedItemSchema = dryRunBodySchema.omit({ status: true, valid: true }).extend({
  index: z.int().describe("The index of the item in `jobs`, or of its combination of `variants`, from 0."),
  credits: z.int().describe("The price of the item."),
  warnings: dryRunBodySchema.shape.warnings.describe(
    "Problems that would not stop the render. `NOT_CHECKED` means that the texts of the item were not laid out, because the request took too long.",
  ),
});

/** The response to a valid `dryRun` of a batch. Its `status` distinguishes it from a batch. */
export const batchDryRunBodySchema = z.object({
  status: z.literal("valid"),
  valid: z.literal(true),
  credits: z.int().describe("The price of the whole batch."),
  renders: z.array(checkedItemSchema).describe("In the order of the request."),
});
export type BatchDryRunBody = z.infer<typeof batchDryRunBodySchema>;

/** The response to a batch, or to its dry run. Generated clients have one type for both. */
export const batchResultSchema = z.discriminatedUnion("status", [batchDryRunBodySchema, batchBodySchema]);
