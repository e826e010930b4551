/** The bodies of webhooks: one schema for each event, so that generated clients can read a delivery. */
import * as z from "zod";
import { batchBodySchema } from "../contract/batches-api.js";
import { creditsEventSchema } from "../contract/credits-event.js";
import { webhookBodySchema, type WebhookEvent, webhookRenderDataSchema } from "../contract/webhooks-api.js";

/** Not the type `null` alone: generators have no type for it. */
const noError = z.string().nullable().describe("Always null: a batch has no error of its own. Its jobs have them.");

function payload<Data extends z.ZodType>(event: WebhookEvent, data: Data) {
  const { event: eventField, type } = webhookBodySchema.shape;
  const named = z.literal(event);
  return webhookBodySchema.extend({
    event: eventField.description === undefined ? named : named.describe(eventField.description),
    type: named.describe(type.description ?? ""),
    data,
  });
}

/** By the name of the schema in the document. */
export const WEBHOOK_PAYLOADS = {
  RenderCompletedWebhook: payload("render.completed", webhookRenderDataSchema),
  RenderFailedWebhook: payload("render.failed", webhookRenderDataSchema),
  BatchCompletedWebhook: payload("batch.completed", batchBodySchema.extend({ error: noError })),
  CreditsLowWebhook: payload("credits.low", creditsEventSchema.pick({ month: true, threshold: true, credits: true })),
} as const;

/** The name of the schema for each event. */
export const WEBHOOK_PAYLOAD_NAMES: Readonly<Record<WebhookEvent, keyof typeof WEBHOOK_PAYLOADS>> = {
  "render.completed": "RenderCompletedWebhook",
  "render.failed": "RenderFailedWebhook",
  "batch.completed": "BatchCompletedWebhook",
  "credits.low": "CreditsLowWebhook",
};
