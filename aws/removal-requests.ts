/** Publishes requests to remove deleted workspaces. A rule of the bus invokes the function that removes them. */
import type { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import type { RemovalRequests } from "../core/access/deletion/ports.js";
import { removalRequested } from "../core/contract/events/removal-requested.js";
import { putEvent } from "./event-bus.js";

export function createRemovalRequests(client: EventBridgeClient, busName: string): RemovalRequests {
  const { source: Source, type: DetailType } = removalRequested;
  return { publish: (detail) => putEvent(client, busName, { Source, DetailType, detail }) };
}
