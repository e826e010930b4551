/** The event that is published when the service has switched off a webhook endpoint. */
import * as z from "zod";
import { IDS, TIMES } from "../example-jobs.js";
import { EVENT_SOURCE, type EventDefinition } from "./event.js";

const detail = z.object({
  eventId: z.string().describe("Derives from the endpoint and the time. A repeated event has the same ID."),
  type: z.literal("webhook.endpoint.disabled"),
  endpointId: z.uuid(),
  workspaceId: z.uuid(),
  host: z.string().describe("The host of the endpoint's URL. The rest of the URL can contain keys."),
  reason: z.string(),
  timestamp: z.iso.datetime(),
});
export type EndpointEvent = z.infer<typeof detail>;

export const endpointDisabled = {
  type: "webhook.endpoint.disabled",
  source: EVENT_SOURCE,
  detail,
  when: "A [webhook endpoint](webhooks.md#endpoints) was switched off, because all deliveries to it failed for five days.",
  example: () => ({
    eventId: `${IDS.endpoint}.disabled.${Date.parse(TIMES.finished)}`,
    type: "webhook.endpoint.disabled",
    endpointId: IDS.endpoint,
    workspaceId: IDS.workspace,
    host: "hooks.example.com",
    reason:
      "Every attempt since 2026-02-25T09:30:00.000Z has failed. The last error: hooks.example.com returned status 503.",
    timestamp: TIMES.finished,
  }),
} as const satisfies EventDefinition<typeof detail>;
