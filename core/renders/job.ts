/** The render job, and values that derive from it. */
import * as z from "zod";
import { debitSchema } from "../billing/debit.js";
import { imageFormatSchema } from "../contract/image-format.js";
import { jobStatusSchema } from "../contract/job-body.js";
import { MAX_ATTEMPTS, MAX_UNREPORTED_ATTEMPTS } from "../contract/limits.js";
import { prioritySchema } from "../contract/render-queues.js";
import { BUCKET_PREFIXES } from "../deployment/storage-layout.js";
import { outputSchema, warningSchema } from "@image-render/engine/document";

/** Overrides and `about` as the caller sent them. They are validated against the template when the job is created. */
export const renderInputsSchema = z.object({
  layers: z.record(z.string(), z.record(z.string(), z.unknown())),
  variables: z.record(z.string(), z.unknown()),
  locale: z.string().optional(),
  timeZone: z.string().optional(),
  about: outputSchema.shape.about,
});
export type RenderInputs = z.infer<typeof renderInputsSchema>;

/** Returns the inputs of a request, without its other fields. */
export function inputsOf<I extends RenderInputs>({
  layers,
  variables,
  locale,
  timeZone,
  about,
}: I): Pick<I, keyof RenderInputs> {
  return {
    layers,
    variables,
    ...(locale !== undefined && { locale }),
    ...(timeZone !== undefined && { timeZone }),
    ...(about !== undefined && { about }),
  };
}

/**
 * The end of a batch, written with the end of its last job. The function that publishes the job's end then publishes
 * both.
 */
export const batchEndSchema = z.object({ total: z.int(), failed: z.int(), hasWebhook: z.boolean() });
export type BatchEnd = z.infer<typeof batchEndSchema>;

const timeSchema = z.int().min(0);

/**
 * The times of `queued`, `load`, `draw`, `encode` and `store` in milliseconds. They are stored without names, because an
 * item of more than 1 KB costs another write unit at each change of its job.
 */
export const stageTimesSchema = z.tuple([timeSchema, timeSchema, timeSchema, timeSchema, timeSchema]);
export type StageTimes = z.infer<typeof stageTimesSchema>;

export const jobSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  templateId: z.uuid(),
  templateVersion: z.int().min(1),
  format: imageFormatSchema,
  scale: z.number(),
  transparent: z.boolean(),
  /** The quality of a lossy picture. @default that of the format */
  quality: outputSchema.shape.quality,
  priority: prioritySchema,
  /** The retention class of its files. Without a class, the files have no tag. */
  retentionClass: z.string().optional(),
  /** Whether its estimate is high. Such a job waits in the queue `heavy`, regardless of its priority. */
  heavy: z.literal(true).optional(),
  /** Width of the picture in pixels. */
  width: z.int(),
  /**
   * Height of the picture in pixels. If the height of the document hugs, it is the maximum height until the job is
   * done.
   */
  height: z.int(),
  /** The overrides, or the bucket key of a JSON object that contains them. */
  inputs: z.union([renderInputsSchema, z.object({ key: z.string() })]),
  metadata: z.record(z.string(), z.string()).optional(),
  /** The URL that receives the end of the job. */
  webhookUrl: z.string().optional(),
  /** When `webhookUrl` has received the end of the job. */
  webhookDeliveredAtMs: z.int().optional(),
  /** Why the last attempt at `webhookUrl` failed. Absent after a success. */
  webhookLastError: z.string().optional(),
  /** The batch that the job was created with. */
  batchId: z.uuid().optional(),
  /** The job that this one renders again. That job may have been deleted. */
  rerenderOf: z.uuid().optional(),
  /** The data of the event about the end of the batch. Only the job that ended last has it. */
  batchEnd: batchEndSchema.optional(),
  /** The base URL of the creating request. Asset URLs start with it. */
  baseUrl: z.url(),
  /** The ID of the creating request. Every log line about the job contains it. */
  requestId: z.string(),
  status: jobStatusSchema,
  attempts: z.int().min(0),
  /** The attempts that have not reported: the current one, and those whose renderer has died. */
  unreported: z.int().min(0).optional(),
  /** How often the job was enqueued again because its message was dead-lettered before any renderer claimed it. */
  requeues: z.int().min(0).optional(),
  createdAtMs: z.int(),
  enqueuedAtMs: z.int().optional(),
  /** Until this time, only the renderer that knows `leaseToken` can end the job. */
  leaseUntilMs: z.int().optional(),
  leaseToken: z.string().optional(),
  finishedAtMs: z.int().optional(),
  publishedAtMs: z.int().optional(),
  /** When the picture was archived or deleted because of its age. */
  archivedAtMs: z.int().optional(),
  /** When the event about the archived picture was published. */
  archivalPublishedAtMs: z.int().optional(),
  error: z.string().optional(),
  warnings: z.array(warningSchema).optional(),
  renderMs: z.int().optional(),
  stages: stageTimesSchema.optional(),
  bytes: z.int().optional(),
  /** The debit for the job. It is refunded if the job fails. */
  debit: debitSchema.optional(),
  /**
   * Whether the end of the job checks if the credits of its month are low. The store sets it when it writes the job.
   */
  checksCredits: z.literal(true).optional(),
  /** The storage key of a signed image, which derives from its URL. Other pictures are stored under the job ID. */
  storedAs: z.string().optional(),
  /** The ID of the idempotency record that was written with the job. */
  recordId: z.string().optional(),
  /** When the owner deleted the job. It then exists only for code that names no workspace, such as renderers. */
  deletedAtMs: z.int().optional(),
  /** While this attribute exists, the sweeper checks the job after this time. */
  sweepAtMs: z.int().optional(),
});
export type Job = z.infer<typeof jobSchema>;

/**
 * The message format of the render queues. All fields except `jobId` are for log lines. Older messages name no
 * workspace.
 */
export const renderMessageSchema = z.object({
  jobId: z.uuid(),
  requestId: z.string(),
  workspaceId: z.uuid().optional(),
});
export type RenderMessage = z.infer<typeof renderMessageSchema>;

/** Returns the message of a job. */
export function renderMessageOf({ id, requestId, workspaceId }: Pick<Job, "id" | "requestId" | "workspaceId">) {
  return { jobId: id, requestId, workspaceId } satisfies RenderMessage;
}

/**
 * Returns the storage key of a job's picture. Without `storedAs`, the edge function can derive it from ID and format.
 */
export function pictureKey(job: Pick<Job, "id" | "format" | "storedAs">): string {
  return job.storedAs ?? `${BUCKET_PREFIXES.pictures}${job.id}.${job.format}`;
}

/**
 * Returns the ID of the job whose picture is stored under this key, or `undefined` if it is not the key of a job's
 * picture.
 */
export function jobIdOfPicture(key: string): string | undefined {
  if (!key.startsWith(BUCKET_PREFIXES.pictures)) return undefined;
  const [id] = key.slice(BUCKET_PREFIXES.pictures.length).split(".");
  return z.uuid().safeParse(id).success ? id : undefined;
}

/** Returns the storage key of a job's large inputs. */
export function inputsKey(jobId: string): string {
  return `${BUCKET_PREFIXES.inputs}${jobId}.json`;
}

/** Returns the position of a job in the list of its workspace. Ascending positions list the jobs from old to new. */
export function listPositionOf({ id, createdAtMs }: Pick<Job, "id" | "createdAtMs">): string {
  return `${new Date(createdAtMs).toISOString()}#${id}`;
}

/** Returns the fields that every log line about a job contains. */
export function logFieldsOf({
  id,
  requestId,
  workspaceId,
  batchId,
}: Pick<Job, "id" | "requestId" | "workspaceId" | "batchId">) {
  return { jobId: id, requestId, workspaceId, ...(batchId !== undefined && { batchId }) };
}

export function isTerminal(job: Pick<Job, "status">): boolean {
  return job.status !== "queued";
}

/** Returns whether a renderer holds the job at this time. */
export function hasActiveLease(job: Pick<Job, "leaseUntilMs">, nowMs: number): boolean {
  return job.leaseUntilMs !== undefined && job.leaseUntilMs > nowMs;
}

/** Returns whether a renderer can claim the job once more. */
export function hasAttemptsLeft({ attempts, unreported = 0 }: Pick<Job, "attempts" | "unreported">): boolean {
  return attempts < MAX_ATTEMPTS && unreported < MAX_UNREPORTED_ATTEMPTS;
}
