/** The requests that the service sends to webhooks, as the section `webhooks` of the document. */
import { WEBHOOK_EVENTS } from "../../core/contract/events.js";
import { type JsonObject, refTo } from "./json-schema-of.js";
import { payloadExample, payloadName } from "./webhook-payloads.js";

/** These operations have their own tag, because generators make one file for each tag. */
export const WEBHOOK_TAG = { name: "Webhook requests", description: "Requests that your own server receives." };

const HEADERS: readonly JsonObject[] = [
  header("webhook-id", "The `eventId`.", "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31.done"),
  header("webhook-timestamp", "The time of the attempt in seconds since 1970.", "1772443801"),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. During a rotation there are two, separated by a space.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  header(
    "X-Render-Signature",
    "`sha256=` and the hex HMAC-SHA256 of the body.",
    "sha256=5f9d1e0c6b3a48d27c1f0e9b8a7d6c5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c",
  ),
];

function header(name: string, description: string, example: string): JsonObject {
  return { name, in: "header", description, required: true, schema: { type: "string" }, example };
}

/** Returns one operation for each event. docs/webhooks.md says how to verify a delivery and when it is repeated. */
export function webhookOperations(): Record<string, Record<string, JsonObject>> {
  return Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.type, { post: operationOf(event) }]));
}

function operationOf(event: (typeof WEBHOOK_EVENTS)[number]): JsonObject {
  const name = payloadName(event);
  const content = { schema: { $ref: refTo(name) }, example: payloadExample(event) };
  return {
    operationId: `receive${name}`,
    tags: [WEBHOOK_TAG.name],
    summary: event.webhook.summary,
    description: "The service sends this request to your server and repeats it until your server accepts it.",
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { "application/json": content } },
    responses: {
      200: { description: "Delivered, as with each status from 200 to 299." },
      410: { description: "You no longer want this webhook: the service sends no further attempts." },
      default: { description: "Not delivered. The service tries again for more than a day." },
    },
  };
}
