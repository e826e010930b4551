/** Reads the events of the bus that can have webhooks. */
import * as z from "zod";
import { CHOSEN_EVENTS } from "../contract/events.js";
import type { Batch } from "../batches/batch.js";
import { batchEndId, type EndedJob, endEventOf } from "../renders/finish-job.js";
import {
  type AttemptMessage,
  attemptMessageSchema,
  FIRST_ROUND,
  type Occurrence,
  type OccurrenceMessage,
  occurrenceMessageSchema,
} from "./delivery.js";

/** The details of the bus events that can have webhooks, as messages. */
const busEventSchemas = CHOSEN_EVENTS.map(({ type: event, detail, webhook }) =>
  detail.transform((occurred): OccurrenceMessage => {
    const { eventId, workspaceId, timestamp } = occurred;
    const data = webhook.dataOf?.(occurred);
    const content = {
      subject: { kind: webhook.subject, id: webhook.subjectIdOf(occurred) },
      ...(data !== undefined && { data }),
    };
    return { occurrence: { eventId, event, workspaceId, timestamp, ...content }, round: FIRST_ROUND };
  }),
);

/** Every message of the webhook queue. The bus sends the first kind, and the service itself sends the others. */
export const webhookMessageSchema = z.union([...busEventSchemas, attemptMessageSchema, occurrenceMessageSchema]);
export type WebhookMessage = AttemptMessage | OccurrenceMessage;

export function isAttemptMessage(message: WebhookMessage): message is AttemptMessage {
  return "tries" in message;
}

/** Returns the occurrence of the end of a job. */
export function occurrenceOfEnd(job: EndedJob): Occurrence {
  const { eventId, type, workspaceId, timestamp } = endEventOf(job);
  return { eventId, event: type, workspaceId, timestamp, subject: { kind: "render", id: job.id } };
}

/** Returns the occurrence of the end of a batch that has ended. */
export function occurrenceOfBatchEnd(
  batch: Pick<Batch, "id" | "workspaceId" | "finishedAtMs" | "createdAtMs">,
): Occurrence {
  const { id, workspaceId, createdAtMs, finishedAtMs = createdAtMs } = batch;
  const timestamp = new Date(finishedAtMs).toISOString();
  return { eventId: batchEndId(id), event: "batch.completed", workspaceId, timestamp, subject: { kind: "batch", id } };
}
