/** The bodies of webhooks: one schema for each event, so that generated clients can read a delivery. */
import * as z from "zod";
import { WEBHOOK_EVENTS } from "../../core/contract/events.js";
import { webhookBodySchema } from "../../core/contract/webhooks-api.js";

type WebhookEventDefinition = (typeof WEBHOOK_EVENTS)[number];

/** Returns the name of the schema in the document: `RenderCompletedWebhook` for the event `render.completed`. */
export function payloadName({ type }: Pick<WebhookEventDefinition, "type">): string {
  const words = type.split(".").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join("")}Webhook`;
}

/** Returns an example of the body of a delivery. */
export function payloadExample({ type, example, webhook }: WebhookEventDefinition): object {
  const { eventId, timestamp } = example();
  return { eventId, event: type, type, timestamp, data: webhook.example() };
}

function payloadOf({ type, webhook }: WebhookEventDefinition) {
  const { event, type: typeField } = webhookBodySchema.shape;
  const named = z.literal(type);
  return webhookBodySchema.extend({
    event: event.description === undefined ? named : named.describe(event.description),
    type: named.describe(typeField.description ?? ""),
    data: webhook.data(),
  });
}

/** The schemas of the bodies, by their names in the document. */
export const WEBHOOK_PAYLOADS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  WEBHOOK_EVENTS.map((event) => [payloadName(event), payloadOf(event)]),
);
