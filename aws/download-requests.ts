/**
 * Publishes requests for batch downloads on the event bus. A rule of the bus invokes the function that makes the
 * downloads.
 */
import type { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import type { DownloadRequests } from "../core/batches/download/ports.js";
import { downloadRequested } from "../core/contract/events/download-requested.js";
import { putEvent } from "./event-bus.js";

export function createDownloadRequests(client: EventBridgeClient, busName: string): DownloadRequests {
  const { source: Source, type: DetailType } = downloadRequested;
  return { publish: (detail) => putEvent(client, busName, { Source, DetailType, detail }) };
}
