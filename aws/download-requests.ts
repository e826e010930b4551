/** Publishes requests for batch downloads on the event bus of the service. A rule there invokes the function that makes them. */
import { type EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { DownloadRequests } from "../core/batches/download/ports.js";
import { DOWNLOAD_REQUEST } from "../core/contract/download-request.js";

export function createDownloadRequests(client: EventBridgeClient, busName: string): DownloadRequests {
  return {
    async publish(request) {
      const { source, detailType } = DOWNLOAD_REQUEST;
      const entry = { EventBusName: busName, Source: source, DetailType: detailType, Detail: JSON.stringify(request) };
      const { FailedEntryCount, Entries } = await client.send(new PutEventsCommand({ Entries: [entry] }));
      // The call also succeeds if the bus refused the entry.
      if ((FailedEntryCount ?? 0) > 0) {
        throw new Error(`The event bus refused a request for a batch download: ${Entries?.[0]?.ErrorCode ?? ""}`);
      }
    },
  };
}
