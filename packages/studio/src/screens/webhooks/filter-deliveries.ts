/** Filters deliveries by what the service does not filter: their targets and their events. */
import type { WebhookDelivery } from "@image-render/client";
import type { ListPage } from "../../service/use-pages.js";

/** The filters of the log. The target is the ID of an endpoint, or `REQUESTS`. */
export interface DeliveryFilter {
  readonly status: WebhookDelivery["status"] | undefined;
  readonly target: string | undefined;
  readonly event: string | undefined;
}

/** The target “webhookUrl of requests”. */
export const REQUESTS = "requests";
/** The number of matches that are enough for a page, and the maximum number of requests that look for them. */
const ENOUGH = 25;
const MAX_REQUESTS = 5;

/** A page of the log as the service returns it. */
interface LogPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly nextCursor?: string;
}

/** Reads pages of the log until enough deliveries match. A page can be empty although there is a next one. */
export async function readMatching(
  filter: DeliveryFilter,
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<LogPage>,
): Promise<ListPage<WebhookDelivery, string>> {
  const items: WebhookDelivery[] = [];
  let next = cursor;
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const page = await read(next);
    items.push(...page.deliveries.filter((delivery) => matches(delivery, filter)));
    next = page.nextCursor;
    if (next === undefined || items.length >= ENOUGH) break;
  }
  return { items, next };
}

function matches({ endpointId = REQUESTS, event }: WebhookDelivery, filter: DeliveryFilter): boolean {
  return (
    (filter.target === undefined || filter.target === endpointId) &&
    (filter.event === undefined || filter.event === event)
  );
}
