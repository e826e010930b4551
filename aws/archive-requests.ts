/** Publishes requests for archives on the event bus of the service. A rule there invokes the function that makes them. */
import type { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import type { ArchiveRequests } from "../core/batches/archive/ports.js";
import { archiveRequested } from "../core/contract/events/archive-requested.js";
import { putEvent } from "./event-bus.js";

export function createArchiveRequests(client: EventBridgeClient, busName: string): ArchiveRequests {
  const { source: Source, type: DetailType } = archiveRequested;
  return { publish: (detail) => putEvent(client, busName, { Source, DetailType, detail }) };
}
