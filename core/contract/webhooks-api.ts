/** Webhooks: the body that is delivered, and the requests and responses about secrets, endpoints and deliveries. */
import * as z from "zod";
import { CHOSEN_EVENTS, WEBHOOK_EVENTS } from "./events.js";
import { nextCursorSchema, pageQuery } from "./list-query.js";

/** The events that a webhook can report. */
export const webhookEventSchema = z.enum(WEBHOOK_EVENTS.map(({ type }) => type));

/** The events that an endpoint can choose. */
export const chosenEventSchema = z.enum(CHOSEN_EVENTS.map(({ type }) => type));

/** The body of a delivery. The definition of each event contains the schema of its `data`. */
export const webhookBodySchema = z.object({
  eventId: z.string().describe("The same in every delivery of one event. The header `webhook-id` has it too."),
  event: webhookEventSchema,
  type: webhookEventSchema.describe("The same as `event`, under the name that Standard Webhooks uses."),
  timestamp: z.iso.datetime().describe("When the event occurred."),
  data: z.record(z.string(), z.unknown()).describe("The job body, and its `error` as null if there is none."),
});
export type WebhookBody = z.infer<typeof webhookBodySchema>;

const secretTextSchema = z.string().describe("`whsec_` and the base64 text of the key's bytes.");

export const webhookSecretBodySchema = z.object({
  secret: secretTextSchema,
  createdAt: z.iso.datetime(),
  previous: z
    .object({ secret: secretTextSchema, validUntil: z.iso.datetime() })
    .optional()
    .describe("During a rotation: the secret that also signs."),
});
export type WebhookSecretBody = z.infer<typeof webhookSecretBodySchema>;

const endpointUrlSchema = z.string().max(2048).meta({ format: "uri", description: "An `https` URL." });
const endpointEventsSchema = z
  .array(chosenEventSchema)
  .min(1)
  .transform((events) => [...new Set(events)])
  .describe("The events that the endpoint receives.");

export const createEndpointSchema = z.object({
  url: endpointUrlSchema,
  events: endpointEventsSchema.default([...chosenEventSchema.options]),
});
export type CreateEndpoint = z.infer<typeof createEndpointSchema>;

export const updateEndpointSchema = z.object({
  url: endpointUrlSchema.optional(),
  events: endpointEventsSchema.optional(),
  enabled: z.boolean().optional().describe("`true` also enables an endpoint that the service has disabled."),
});
export type UpdateEndpoint = z.infer<typeof updateEndpointSchema>;

export const endpointBodySchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(chosenEventSchema),
  enabled: z.boolean(),
  createdAt: z.iso.datetime(),
  failingSince: z.iso.datetime().optional().describe("The first failed attempt since the last successful one."),
  disabledReason: z.string().optional().describe("Why the service has switched the endpoint off."),
  disabledAt: z.iso.datetime().optional(),
});
export type EndpointBody = z.infer<typeof endpointBodySchema>;
export const createdEndpointSchema = endpointBodySchema.extend({ secret: secretTextSchema });
export const endpointListSchema = z.object({ endpoints: z.array(endpointBodySchema) });

export const deliveryStatusSchema = z.enum(["pending", "delivered", "failed"]);
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>;

export const attemptBodySchema = z.object({
  at: z.iso.datetime(),
  durationMs: z.int(),
  status: z.int().optional().describe("The HTTP status. Absent if there was no response."),
  error: z.string().optional().describe("Why the attempt failed."),
  response: z.string().optional().describe("The first 1 KB of the response body."),
});

export const deliveryBodySchema = z.object({
  eventId: z.string(),
  event: webhookEventSchema,
  occurredAt: z.iso.datetime(),
  renderId: z.uuid().optional(),
  batchId: z.uuid().optional(),
  endpointId: z.uuid().optional().describe("The endpoint. Absent if the target is the `webhookUrl` of a request."),
  url: z.string().describe("The target of the last attempt."),
  status: deliveryStatusSchema,
  attempts: z.array(attemptBodySchema).describe("The latest attempts, oldest first. Empty before the first one."),
  nextAttemptAt: z.iso.datetime().optional(),
  deliveredAt: z.iso.datetime().optional(),
});
export type DeliveryBody = z.infer<typeof deliveryBodySchema>;
export const renderDeliveriesSchema = z.object({ deliveries: z.array(deliveryBodySchema) });
export const deliveryListSchema = z.object({ deliveries: z.array(deliveryBodySchema), nextCursor: nextCursorSchema });

export const testedEndpointSchema = z.object({
  eventId: z.string().describe("The ID of the test, in the log and in the header `webhook-id`."),
});

export const eventBodySchema = z.object({
  eventId: z.string(),
  event: webhookEventSchema,
  occurredAt: z.iso.datetime(),
  renderId: z.uuid().optional(),
  batchId: z.uuid().optional(),
  body: z
    .string()
    .describe(
      "The JSON text that the service sends to every target of the event. It is made from what the service stores now: after an attempt, it changes only if a picture is archived or a signing key is rotated.",
    ),
  deliveries: z
    .array(deliveryBodySchema)
    .describe("Empty if the event was sent to no target, or is no longer in the log."),
});
export type EventBody = z.infer<typeof eventBodySchema>;

export const listDeliveriesQuerySchema = z.object({
  status: deliveryStatusSchema.optional().describe("Only deliveries with this status."),
  ...pageQuery("deliveries"),
});
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuerySchema>;

export const resentWebhookSchema = z.object({
  eventId: z.string(),
  targets: z.int().describe("The number of targets that receive the event again."),
});

export const recoverQuerySchema = z.object({
  since: z.iso
    .datetime({ offset: true, error: "It must be a time such as 2026-11-22T08:00:00Z." })
    .describe("Deliveries that failed at this time or later are sent again."),
});
export const recoveredSchema = z.object({
  recovered: z.int().describe("The number of deliveries that are sent again."),
  nextSince: z.iso.datetime().optional().describe("There are more. Repeat the request with this `since`."),
});
