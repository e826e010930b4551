import type { Render, WebhookDelivery, WebhookEndpoint } from "@image-render/client";
import { irs } from "../../../service/irs.js";
import { type Pages, usePages } from "../../../service/use-pages.js";
import { type Resource, useResource } from "../../../service/use-resource.js";
import { hasScope } from "../../../session/session.js";
import { type DeliveryFilter, readMatching } from "../filter-deliveries.js";
import { type EventDetails, readEvent } from "./webhook-routes.js";

/** Reads the endpoints of the workspace. A session without the scope has none. */
export function useEndpoints(): Resource<readonly WebhookEndpoint[]> {
  const isAllowed = hasScope("admin");
  return useResource("webhooks/endpoints", async (signal) =>
    isAllowed ? await irs.webhooks.endpoints({ signal }) : [],
  );
}

/** Reads the deliveries of a render. They are read again when its status changes. */
export function useRenderDeliveries(id: string, status: Render["status"]): Resource<readonly WebhookDelivery[]> {
  return useResource(`webhooks/render/${id}/${status}`, (signal) => irs.renders.deliveries(id, { signal }));
}

/** Reads the deliveries of the workspace that match a filter. */
export function useDeliveries(filter: DeliveryFilter): Pages<WebhookDelivery, string> {
  return usePages<WebhookDelivery, string>(`webhooks/deliveries?${JSON.stringify(filter)}`, (cursor, signal) =>
    readMatching(filter, cursor, async (next) => {
      const query = { status: filter.status, limit: 100, cursor: next };
      return await irs.webhooks.deliveries(query, { signal }).page();
    }),
  );
}

/** Reads an event with its body. */
export function useEvent(eventId: string): Resource<EventDetails> {
  return useResource(`webhooks/event/${eventId}`, (signal) => readEvent(eventId, signal));
}
