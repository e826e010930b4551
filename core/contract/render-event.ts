/** The event that is published when a job has ended. */
import * as z from "zod";
import { jobStatusSchema } from "./job-body.js";

/** The `source` of every event that the service publishes. */
export const EVENT_SOURCE = "image-render-service";

export const renderEventTypeSchema = z.enum(["render.completed", "render.failed"]);

/** The detail of an event. It identifies the job. A subscriber can read the job for more. */
export const renderEventSchema = z.object({
  /** Derives from the job and its end, so that a repeated event has the same ID. */
  eventId: z.string(),
  type: renderEventTypeSchema,
  jobId: z.uuid(),
  workspaceId: z.uuid(),
  status: jobStatusSchema,
  timestamp: z.iso.datetime(),
  hasWebhook: z.boolean(),
});
export type RenderEvent = z.infer<typeof renderEventSchema>;
