/** Reads the events of the bus that can have webhooks. */
import * as z from "zod";
import { webhookEventSchema } from "../contract/webhooks-api.js";
import { type EndedJob, endEventOf } from "../renders/finish-job.js";
import {
  type AttemptMessage,
  attemptMessageSchema,
  FIRST_ROUND,
  type Occurrence,
  type OccurrenceMessage,
  occurrenceMessageSchema,
} from "./delivery.js";

/** The detail of a bus event, as far as webhooks need it. */
const busEventSchema = z
  .object({
    eventId: z.string(),
    type: webhookEventSchema,
    workspaceId: z.uuid(),
    timestamp: z.string(),
    jobId: z.uuid().optional(),
    batchId: z.uuid().optional(),
  })
  .transform(({ eventId, type: event, workspaceId, timestamp, jobId, batchId }, context): OccurrenceMessage => {
    const subject =
      event === "batch.completed" ? { kind: "batch" as const, id: batchId } : { kind: "render" as const, id: jobId };
    const { id } = subject;
    if (id === undefined) {
      context.addIssue({ code: "custom", message: `an event ${event} must name its ${subject.kind}` });
      return z.NEVER;
    }
    const occurrence = { eventId, event, workspaceId, timestamp, subject: { ...subject, id } };
    return { occurrence, round: FIRST_ROUND };
  });

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
