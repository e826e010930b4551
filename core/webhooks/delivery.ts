/** A delivery: one event for one target, with its attempts. It exists from the first attempt on, and a test from its request on. */
import * as z from "zod";
import { subjectSchema } from "../contract/events/event.js";
import { webhookEventSchema, deliveryStatusSchema, type DeliveryBody } from "../contract/webhooks-api.js";

/** The part of a bus event that deliveries need. */
export const occurrenceSchema = z.object({
  eventId: z.string(),
  event: webhookEventSchema,
  workspaceId: z.uuid(),
  subject: subjectSchema,
  /** ISO 8601. */
  timestamp: z.string(),
  /** The `data` of an event about a workspace, and of a test. The `data` of other events is read at each attempt. */
  data: z.record(z.string(), z.unknown()).optional(),
});
export type Occurrence = z.infer<typeof occurrenceSchema>;

/** The `webhookUrl` of the request that created the subject. Every other target is the ID of an endpoint. */
export const REQUEST_TARGET = "request";

export const attemptSchema = z.object({
  atMs: z.int(),
  durationMs: z.int(),
  /** The HTTP status. Absent if there was no response. */
  status: z.int().optional(),
  error: z.string().optional(),
  /** The first bytes of the response body as text. */
  response: z.string().optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** The first round of a delivery. Each request to send it again starts another round. */
export const FIRST_ROUND = "first";

export const deliverySchema = z.object({
  occurrence: occurrenceSchema,
  target: z.string(),
  url: z.string(),
  status: deliveryStatusSchema,
  /**
   * Identifies the round of attempts: the first one, or the request to send the delivery again. Each round has the
   * whole schedule.
   */
  round: z.string(),
  /** The number of attempts in this round. */
  tries: z.int().min(0),
  /** The latest attempts of all rounds, oldest first. */
  attempts: z.array(attemptSchema),
  /** Before the first attempt: when the delivery was stored. */
  lastAttemptAtMs: z.int(),
  /** Present while the delivery is pending. */
  nextAttemptAtMs: z.int().optional(),
  deliveredAtMs: z.int().optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** The log keeps this many attempts of a delivery. Two rounds have sixteen. */
export const MAX_LOGGED_ATTEMPTS = 20;

/** How often a message has waited because its workspace had no free slot. Such a wait is not an attempt. */
const deferralsSchema = z.int().min(0).optional();

/** A message that starts the deliveries of an event: the detail of a bus event, or a request to send it again. */
export const occurrenceMessageSchema = z.object({
  occurrence: occurrenceSchema,
  round: z.string(),
  deferrals: deferralsSchema,
});
export type OccurrenceMessage = z.infer<typeof occurrenceMessageSchema>;

/**
 * A message that asks for one attempt. If the delivery has more tries, another message has already asked for that
 * attempt.
 */
export const attemptMessageSchema = z.object({
  occurrence: occurrenceSchema,
  target: z.string(),
  round: z.string(),
  /** The number of attempts in this round before this one. */
  tries: z.int().min(0),
  deferrals: deferralsSchema,
});
export type AttemptMessage = z.infer<typeof attemptMessageSchema>;

/**
 * Returns the sort position of a delivery in lists: the time of its last attempt, and a part that makes the position
 * unique.
 */
export function deliveryPositionOf({ lastAttemptAtMs, occurrence, target }: Delivery): string {
  return `${new Date(lastAttemptAtMs).toISOString()}#${occurrence.eventId}#${target}`;
}

/** Returns the facts about an event that every log line about it contains. */
export function subjectFactsOf({ eventId, workspaceId, subject: { kind, id } }: Occurrence) {
  return { eventId, workspaceId, ...(kind === "render" && { jobId: id }), ...(kind === "batch" && { batchId: id }) };
}

/** Returns the ID of a delivery in log lines: an event has one delivery for each target. */
export const deliveryIdOf = ({ eventId }: Occurrence, target: string): string => `${eventId}#${target}`;

const toIso = (epochMs: number): string => new Date(epochMs).toISOString();

/** Returns a delivery as responses show it. Omits absent values. */
export function presentDelivery(delivery: Delivery): DeliveryBody {
  const { occurrence, target, url, status, attempts, nextAttemptAtMs, deliveredAtMs } = delivery;
  const { kind, id } = occurrence.subject;
  return {
    eventId: occurrence.eventId,
    event: occurrence.event,
    occurredAt: occurrence.timestamp,
    ...(kind === "render" && { renderId: id }),
    ...(kind === "batch" && { batchId: id }),
    ...(target !== REQUEST_TARGET && { endpointId: target }),
    url,
    status,
    attempts: attempts.map(({ atMs, ...attempt }) => ({ at: toIso(atMs), ...attempt })),
    ...(nextAttemptAtMs !== undefined && { nextAttemptAt: toIso(nextAttemptAtMs) }),
    ...(deliveredAtMs !== undefined && { deliveredAt: toIso(deliveredAtMs) }),
  };
}
