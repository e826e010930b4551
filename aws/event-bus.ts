/** Publishes events to the event bus of the service. */
import { type EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { EVENT_SOURCE } from "../core/contract/render-event.js";
import type { EventPublisher } from "../core/renders/ports.js";

export function createEventBus(client: EventBridgeClient, busName: string): EventPublisher {
  return {
    async publish(event) {
      const { FailedEntryCount, Entries } = await client.send(
        new PutEventsCommand({
          Entries: [
            { EventBusName: busName, Source: EVENT_SOURCE, DetailType: event.type, Detail: JSON.stringify(event) },
          ],
        }),
      );
      // The call also succeeds if the bus refused the entry.
      if ((FailedEntryCount ?? 0) > 0) {
        const [entry] = Entries ?? [];
        throw new Error(`The event bus refused an event: ${entry?.ErrorCode ?? ""} ${entry?.ErrorMessage ?? ""}`);
      }
    },
  };
}
