/** Every event: those that the service publishes on its bus, and those that it sends to one endpoint. */
import type * as z from "zod";
import { downloadRequested } from "./events/download-requested.js";
import { batchCompleted } from "./events/batch-completed.js";
import { creditsLow } from "./events/credits-low.js";
import { endpointDisabled } from "./events/endpoint-disabled.js";
import { endpointTest } from "./events/endpoint-test.js";
import { EVENT_SOURCE, type EventDefinition, type EventWebhook } from "./events/event.js";
import { removalRequested } from "./events/removal-requested.js";
import { renderArchived } from "./events/render-archived.js";
import { renderCompleted } from "./events/render-completed.js";
import { renderFailed } from "./events/render-failed.js";

/** The events on the bus, in the order of the documentation. */
export const ALL_EVENTS = [
  renderCompleted,
  renderFailed,
  renderArchived,
  batchCompleted,
  endpointDisabled,
  creditsLow,
  downloadRequested,
  removalRequested,
] as const;

/** The events that are not on the bus. */
export const DIRECT_EVENTS = [endpointTest] as const;

type ListedEvent = (typeof ALL_EVENTS)[number];
type PublicEvent = Extract<ListedEvent, { readonly source: typeof EVENT_SOURCE }>;

/** The detail of an event for subscribers. */
export type ServiceEvent = z.infer<PublicEvent["detail"]>;

/** The events for subscribers. */
export const EVENTS: readonly EventDefinition[] = ALL_EVENTS.filter(
  (event): event is PublicEvent => event.source === EVENT_SOURCE,
);

/** The `type` of an event that an endpoint can choose. */
export type ChosenEvent = Extract<PublicEvent, { readonly webhook: object }>["type"];
/** The `type` of an event that webhooks can report. */
export type WebhookEvent = ChosenEvent | (typeof DIRECT_EVENTS)[number]["type"];

interface ChosenEventDefinition extends EventDefinition {
  readonly type: ChosenEvent;
  readonly webhook: EventWebhook<z.infer<EventDefinition["detail"]>>;
}

/** The events on the bus that webhooks can report. Endpoints choose among them. */
export const CHOSEN_EVENTS = EVENTS.filter((event): event is ChosenEventDefinition => event.webhook !== undefined);

/** The events that webhooks can report. */
export const WEBHOOK_EVENTS = [...CHOSEN_EVENTS, ...DIRECT_EVENTS];
