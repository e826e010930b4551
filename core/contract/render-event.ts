/** What the event bus is told when a job has ended. */
import * as z from "zod";
import { jobStatusSchema } from "./job-body.js";

/** The `source` of every event that the service publishes. */
export const EVENT_SOURCE = "image-render-service";

export const renderEventTypeSchema = z.enum(["render.completed", "render.failed"]);

/** The detail of an event: enough to find the job; who needs more reads it. */
export const renderEventSchema = z.object({
  /** Derived from the job and its end, so that a repeat carries the same one. */
  eventId: z.string(),
  type: renderEventTypeSchema,
  jobId: z.uuid(),
  workspaceId: z.uuid(),
  status: jobStatusSchema,
  timestamp: z.iso.datetime(),
  hasWebhook: z.boolean(),
});
export type RenderEvent = z.infer<typeof renderEventSchema>;
