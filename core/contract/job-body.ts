/** The render job in responses. */
import * as z from "zod";
import { imageFormatSchema } from "./image-format.js";
import { warningSchema } from "@image-render/engine/document";

export const jobStatusSchema = z.enum(["queued", "done", "failed"]);
export type JobStatus = z.infer<typeof jobStatusSchema>;

const millisecondsSchema = z.int().min(0);

/** The time of a render by stage. The stages follow one another, and only the end of the job is not part of them. */
export const stagesSchema = z.object({
  queuedMs: millisecondsSchema.describe("From the request until the renderer that drew the picture had the job."),
  loadMs: millisecondsSchema.describe("Reading the template and the request, and waiting for images and uploads."),
  drawMs: millisecondsSchema.describe("Layout and painting. With the writing of a PDF."),
  encodeMs: millisecondsSchema.describe("Encoding the picture. 0 for a PDF."),
  storeMs: millisecondsSchema.describe("Storing the picture."),
});
export type Stages = z.infer<typeof stagesSchema>;

export const jobBodySchema = z.object({
  id: z.uuid(),
  status: jobStatusSchema,
  template: z.uuid(),
  version: z.int(),
  format: imageFormatSchema,
  width: z.int().describe("The picture's width in pixels, scale included."),
  height: z
    .int()
    .describe(
      "The picture's height in pixels, scale included. If the template's height is `hug`, this is the greatest possible height until the job is done.",
    ),
  scale: z.number(),
  quality: z.int().optional().describe("The quality of the request, if it had one."),
  attempts: z.int(),
  priority: z.int(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  assetUrl: z
    .url()
    .optional()
    .describe("Present when the job is done, until its picture is archived. It needs no key."),
  archivedAt: z.iso
    .datetime()
    .optional()
    .describe("When the picture was archived or deleted because of its age. Downloads then return 410."),
  error: z.string().optional(),
  warnings: z.array(warningSchema).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  renderMs: z.int().optional(),
  stages: stagesSchema
    .optional()
    .describe("The time by stage. Present when the job is done, unless it ended before the service measured stages."),
  bytes: z.int().optional(),
  batchId: z.uuid().optional(),
  rerenderOf: z.uuid().optional().describe("The ID of the job that this job renders again."),
  webhookDeliveredAt: z.iso
    .datetime()
    .optional()
    .describe("When the `webhookUrl` of the request received the webhook."),
  webhookLastError: z
    .string()
    .optional()
    .describe("Why the last attempt to send the webhook failed. Absent once an attempt has succeeded."),
  retryAfterMs: z.int().optional(),
});
export type JobBody = z.infer<typeof jobBodySchema>;

/** The response to a valid `dryRun`. Its `status` distinguishes it from a job. */
export const dryRunBodySchema = z.object({
  status: z.literal("valid"),
  valid: z.literal(true),
  template: z.uuid(),
  version: z.int(),
  width: z.int(),
  height: z
    .int()
    .describe("The picture's height. If the template's height is `hug`, this is the greatest possible height."),
  warnings: z.array(warningSchema),
});
export type DryRunBody = z.infer<typeof dryRunBodySchema>;

/** The response to a dry run, or the ended job if the request has `wait`. Their `status` tells them apart. */
export const renderResultSchema = z.discriminatedUnion("status", [dryRunBodySchema, jobBodySchema]);
