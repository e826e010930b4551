/** The events that are published when a job has ended, and when all jobs of a batch have ended. */
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

/** The detail of every event that the service publishes, by its `type`. */
export const serviceEventSchema = z.discriminatedUnion("type", [
  renderEventSchema,
  batchEventSchema,
  endpointEventSchema,
  creditsEventSchema,
]);
export type ServiceEvent = z.infer<typeof serviceEventSchema>;
