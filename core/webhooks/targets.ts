/** The targets of an event. */
import { endpointTest } from "../contract/events/endpoint-test.js";
import { type Delivery, type Occurrence, REQUEST_TARGET } from "./delivery.js";
import type { Endpoint } from "./endpoint.js";

/** A receiver of an event. `endpoint` is absent for the `webhookUrl` of a request. */
export interface Target {
  readonly name: string;
  readonly url: string;
  readonly endpoint?: Endpoint;
}

/** Returns the `webhookUrl` of the request, and each endpoint that is enabled and has chosen the event. */
export function targetsOf(
  { event }: Pick<Occurrence, "event">,
  webhookUrl: string | undefined,
  endpoints: readonly Endpoint[],
): readonly Target[] {
  const own = webhookUrl === undefined ? [] : [{ name: REQUEST_TARGET, url: webhookUrl }];
  const chosen = endpoints.filter(({ enabled, events }) => enabled && events.some((one) => one === event));
  return [...own, ...chosen.map((endpoint) => ({ name: endpoint.endpointId, url: endpoint.url, endpoint }))];
}

/**
 * Returns the target with a name, or the reason why there is none. A test also goes to an endpoint that is switched off,
 * so that its owner can try it before it is switched on.
 */
export function targetNamed(
  { event }: Pick<Occurrence, "event">,
  name: string,
  webhookUrl: string | undefined,
  endpoints: readonly Endpoint[],
): Target | string {
  if (name === REQUEST_TARGET) {
    return webhookUrl === undefined ? "The request had no webhookUrl." : { name, url: webhookUrl };
  }
  const endpoint = endpoints.find(({ endpointId }) => endpointId === name);
  if (endpoint === undefined) return "The endpoint was deleted.";
  return endpoint.enabled || event === endpointTest.type
    ? { name, url: endpoint.url, endpoint }
    : "The endpoint is switched off.";
}

/** Finds the delivery of an event to a target in a list of deliveries. */
export function deliveryTo(
  deliveries: readonly Delivery[],
  { eventId }: Pick<Occurrence, "eventId">,
  name: string,
): Delivery | undefined {
  return deliveries.find(({ occurrence, target }) => occurrence.eventId === eventId && target === name);
}
