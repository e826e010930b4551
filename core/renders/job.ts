/** The render job as stored, and the small facts that derive from it. */
import * as z from "zod";
import { chargeSchema } from "../billing/charge.js";
import { imageFormatSchema } from "../contract/image-format.js";
import { jobStatusSchema } from "../contract/job-body.js";
import { prioritySchema } from "../contract/render-queues.js";
import { BUCKET_PREFIXES } from "../contract/storage-layout.js";
import { warningSchema } from "../contract/template/warnings.js";

/** Overrides as the caller gave them; validated against the template when the job was made. */
export const renderInputsSchema = z.object({
  layers: z.record(z.string(), z.record(z.string(), z.unknown())),
  variables: z.record(z.string(), z.unknown()),
});
export type RenderInputs = z.infer<typeof renderInputsSchema>;

export const jobSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  templateId: z.uuid(),
  templateVersion: z.int().min(1),
  format: imageFormatSchema,
  scale: z.number(),
  transparent: z.boolean(),
  priority: prioritySchema,
  width: z.int().describe("Of the picture, in pixels."),
  height: z.int().describe("Of the picture, in pixels."),
  /** The overrides themselves, or the bucket key of a JSON object that holds them. */
  inputs: z.union([renderInputsSchema, z.object({ key: z.string() })]),
  metadata: z.record(z.string(), z.string()).optional(),
  webhookUrl: z.string().optional(),
  /** The address that the creating request came to; asset URLs start with it. */
  baseUrl: z.url(),
  /** Of the creating request: it stands in every log line of the job's life. */
  requestId: z.string(),
  status: jobStatusSchema,
  attempts: z.int().min(0),
  createdAtMs: z.int(),
  enqueuedAtMs: z.int().optional(),
  /** Until then one renderer, the one that knows `leaseToken`, owns the job. */
  leaseUntilMs: z.int().optional(),
  leaseToken: z.string().optional(),
  finishedAtMs: z.int().optional(),
  publishedAtMs: z.int().optional(),
  error: z.string().optional(),
  warnings: z.array(warningSchema).optional(),
  renderMs: z.int().optional(),
  bytes: z.int().optional(),
  /** What was taken for the job; given back when it fails. */
  charge: chargeSchema.optional(),
  /** Where the picture is stored if not under the job's own id: a signed image has its place by its URL. */
  storedAs: z.string().optional(),
  /** The idempotency record that was made with the job. */
  recordId: z.string().optional(),
  /** Present while the job needs an eye kept on it: the sweeper looks at it after this time. */
  sweepAtMs: z.int().optional(),
});
export type Job = z.infer<typeof jobSchema>;

/** The message that a render queue carries. */
export const renderMessageSchema = z.object({ jobId: z.uuid(), requestId: z.string() });
export type RenderMessage = z.infer<typeof renderMessageSchema>;

/** Where a job's picture is stored. As a rule known from the id and format alone, so that the edge can find it too. */
export function pictureKey(job: Pick<Job, "id" | "format" | "storedAs">): string {
  return job.storedAs ?? `${BUCKET_PREFIXES.pictures}${job.id}.${job.format}`;
}

/** Where a job's large inputs are stored. */
export function inputsKey(jobId: string): string {
  return `${BUCKET_PREFIXES.inputs}${jobId}.json`;
}

/** What every log line of a job's life bears, whichever function writes it. */
export function namesOf({ id, requestId }: Pick<Job, "id" | "requestId">) {
  return { jobId: id, requestId };
}

export function isTerminal(job: Pick<Job, "status">): boolean {
  return job.status !== "queued";
}
