/** Reads the events of the bus that can have webhooks. */
import * as z from "zod";
import { type CreditsEvent, creditsEventSchema } from "../contract/credits-event.js";
import { type BatchEvent, batchEventSchema, type RenderEvent, renderEventSchema } from "../contract/render-event.js";
import { type EndedJob, endEventOf } from "../renders/finish-job.js";
import {
  type AttemptMessage,
  attemptMessageSchema,
  FIRST_ROUND,
  type Occurrence,
  type OccurrenceMessage,
  occurrenceMessageSchema,
} from "./delivery.js";

/** The detail of each bus event that can have webhooks. */
const busEventSchema = z
  .discriminatedUnion("type", [renderEventSchema, batchEventSchema, creditsEventSchema])
  .transform((event): OccurrenceMessage => {
    const { eventId, type, workspaceId, timestamp } = event;
    return { occurrence: { eventId, event: type, workspaceId, timestamp, ...contentOf(event) }, round: FIRST_ROUND };
  });

function contentOf(event: RenderEvent | BatchEvent | CreditsEvent): Pick<Occurrence, "subject" | "data"> {
  switch (event.type) {
    case "batch.completed":
      return { subject: { kind: "batch", id: event.batchId } };
    case "credits.low": {
      const { workspaceId: id, month, threshold, credits } = event;
      return { subject: { kind: "workspace", id }, data: { month, threshold, credits } };
    }
    default:
      return { subject: { kind: "render", id: event.jobId } };
  }
}

/** Every message of the webhook queue. The bus sends the first kind, the service itself the others. */
export const webhookMessageSchema = z.union([busEventSchema, attemptMessageSchema, occurrenceMessageSchema]);
export type WebhookMessage = AttemptMessage | OccurrenceMessage;

export function isAttemptMessage(message: WebhookMessage): message is AttemptMessage {
  return "tries" in message;
}

/** The occurrence of the end of a job. */
export function occurrenceOfEnd(job: EndedJob): Occurrence {
  const { eventId, type, workspaceId, timestamp } = endEventOf(job);
  return { eventId, event: type, workspaceId, timestamp, subject: { kind: "render", id: job.id } };
}
