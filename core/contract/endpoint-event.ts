/** The event that is published when the service has switched off a webhook endpoint. */
import * as z from "zod";

export const ENDPOINT_DISABLED = "webhook.endpoint.disabled";

export const endpointEventSchema = z.object({
  eventId: z.string().describe("Derives from the endpoint and the time. A repeated event has the same ID."),
  type: z.literal(ENDPOINT_DISABLED),
  endpointId: z.uuid(),
  workspaceId: z.uuid(),
  host: z.string().describe("The host of the endpoint's URL. The rest of the URL can contain keys."),
  reason: z.string(),
  timestamp: z.iso.datetime(),
});
export type EndpointEvent = z.infer<typeof endpointEventSchema>;
