/** Routes about webhooks that the client has no method for. */
import type { ResponseBody } from "@image-render/client";
import { irs } from "../../../service/irs.js";

/** An event: the body that webhooks send, and its deliveries. */
export type EventDetails = ResponseBody<"GET /webhooks/events/{id}">;

/** Reads an event. @throws ApiError 404 if it is unknown or no longer in the log, 410 if what it reports was deleted */
export async function readEvent(id: string, signal?: AbortSignal): Promise<EventDetails> {
  return (await irs.requestJson("GET /webhooks/events/{id}", { id, options: { signal } })).body;
}

/** Sends a test event to an endpoint. Returns the ID of the event. */
export async function sendTestEvent(id: string): Promise<string> {
  return (await irs.requestJson("POST /webhooks/endpoints/{id}/test", { id })).body.eventId;
}
