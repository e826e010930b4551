/** Publishes requests for archives on the event bus of the service. A rule there invokes the function that makes them. */
import { type EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { ArchiveRequests } from "../core/batches/archive/ports.js";
import { ARCHIVE_REQUEST } from "../core/contract/archive-request.js";

export function createArchiveRequests(client: EventBridgeClient, busName: string): ArchiveRequests {
  return {
    async publish(request) {
      const { source, detailType } = ARCHIVE_REQUEST;
      const entry = { EventBusName: busName, Source: source, DetailType: detailType, Detail: JSON.stringify(request) };
      const { FailedEntryCount, Entries } = await client.send(new PutEventsCommand({ Entries: [entry] }));
      // The call also succeeds if the bus refused the entry.
      if ((FailedEntryCount ?? 0) > 0) {
        throw new Error(`The event bus refused a request for an archive: ${Entries?.[0]?.ErrorCode ?? ""}`);
      }
    },
  };
}
