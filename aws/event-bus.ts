/** The event bus of the service. */
import { type EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { EVENT_SOURCE } from "../core/contract/events/event.js";
import type { EventPublisher } from "../core/events/publish-pending.js";

/** Publishes the events for subscribers. */
export function createEventBus(client: EventBridgeClient, busName: string): EventPublisher {
  return {
    publish: (event) => putEvent(client, busName, { Source: EVENT_SOURCE, DetailType: event.type, detail: event }),
  };
}

/** Puts an event on the bus. @throws Error if the bus refuses it */
export async function putEvent(
  client: EventBridgeClient,
  EventBusName: string,
  { detail, ...entry }: { readonly Source: string; readonly DetailType: string; readonly detail: unknown },
): Promise<void> {
  const { FailedEntryCount, Entries } = await client.send(
    new PutEventsCommand({ Entries: [{ EventBusName, ...entry, Detail: JSON.stringify(detail) }] }),
  );
  // The call succeeds even if the bus refused the entry.
  if ((FailedEntryCount ?? 0) === 0) return;
  const { ErrorCode = "", ErrorMessage = "" } = Entries?.[0] ?? {};
  throw new Error(`The event bus refused the event ${entry.DetailType}: ${ErrorCode} ${ErrorMessage}`);
}
