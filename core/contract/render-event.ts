/** The events about jobs and batches: when a job or all jobs of a batch have ended, and when a picture was archived. */
import * as z from "zod";
import { endpointEventSchema } from "./endpoint-event.js";
import { creditsEventSchema } from "./credits-event.js";
import { jobStatusSchema } from "./job-body.js";

/** The `source` of every event that the service publishes. */
export const EVENT_SOURCE = "image-render-service";

export const renderEventTypeSchema = z.enum(["render.completed", "render.failed"]);

/** What the events have in common. They identify a job or a batch. A subscriber can read it for more. */
const commonShape = {
  /** Derives from what has ended, so that a repeated event has the same ID. */
  eventId: z.string(),
  workspaceId: z.uuid(),
  timestamp: z.iso.datetime(),
  /** Whether the job or the batch has a `webhookUrl`. */
  hasWebhook: z.boolean(),
};

/** The detail of an event about a job. */
export const renderEventSchema = z.object({
  ...commonShape,
  type: renderEventTypeSchema,
  jobId: z.uuid(),
  status: jobStatusSchema,
});
export type RenderEvent = z.infer<typeof renderEventSchema>;

/** The detail of the event about a batch. A batch has one, `<batch>.completed`, also if all of its jobs failed. */
export const batchEventSchema = z.object({
  ...commonShape,
  type: z.literal("batch.completed"),
  batchId: z.uuid(),
  /** `failed`: all jobs failed. */
  status: jobStatusSchema.exclude(["queued"]),
  totals: z.object({ total: z.int(), queued: z.literal(0), done: z.int(), failed: z.int() }),
});
export type BatchEvent = z.infer<typeof batchEventSchema>;

/** The detail of the event about a picture that was archived or deleted because of its age. No webhook reports it. */
export const archivalEventSchema = z.object({
  ...commonShape,
  type: z.literal("render.archived"),
  jobId: z.uuid(),
  hasWebhook: z.literal(false).describe("No webhook reports the event."),
});
export type ArchivalEvent = z.infer<typeof archivalEventSchema>;

/** The event about the picture of a job. There is one for each job. */
export function archivalEventOf(job: {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly atMs: number;
}): ArchivalEvent {
  const { jobId, workspaceId, atMs } = job;
  return {
    eventId: `${jobId}.archived`,
    type: "render.archived",
    jobId,
    workspaceId,
    timestamp: new Date(atMs).toISOString(),
    hasWebhook: false,
  };
}

/** The detail of every event that the service publishes, by its `type`. */
export const serviceEventSchema = z.discriminatedUnion("type", [
  renderEventSchema,
  archivalEventSchema,
  batchEventSchema,
  endpointEventSchema,
  creditsEventSchema,
]);
export type ServiceEvent = z.infer<typeof serviceEventSchema>;
