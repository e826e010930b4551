/** Routes about webhooks that the client has no method for. */
import type { WebhookDelivery } from "@image-render/client";
import { irs } from "../../../service/irs.js";

/** An event: what it says, and where it was sent. */
export interface EventDetails {
  readonly eventId: string;
  readonly event: string;
  readonly occurredAt: string;
  readonly body: unknown;
  readonly deliveries: readonly WebhookDelivery[];
}

/** Reads an event. @throws ApiError 404 if it is unknown, or no longer in the log */
export async function readEvent(eventId: string, signal?: AbortSignal): Promise<EventDetails> {
  const { body } = await irs.requestJson("GET /webhooks/events/{id}" as "GET /renders/{id}", {
    id: eventId,
    options: { signal },
  });
  return body as unknown as EventDetails;
}

/** Sends a test event to an endpoint. Returns the ID of the event. */
export async function sendTestEvent(endpointId: string): Promise<string> {
  const { body } = await irs.requestJson("POST /webhooks/endpoints/{id}/test" as "POST /renders/{id}/webhook", {
    id: endpointId,
  });
  return body.eventId;
}
