/** How many webhooks are delivered at the same time, and how many of them can belong to one workspace. */
import { slotPrefix } from "./storage-layout.js";

/** The number of concurrent deliveries in one invocation of the webhook function: the largest batch of SQS. */
export const DELIVERIES_PER_INVOCATION = 10;
/** The longest time that one delivery takes: its reads and writes, and 15 s for the receiver. */
export const MAX_DELIVERY_MS = 25_000;
/** The name of the slots that deliveries hold, and the beginning of their keys in the limits table. */
export const DELIVERY_SLOTS = "webhooks";
export const DELIVERY_SLOTS_PREFIX = slotPrefix(DELIVERY_SLOTS);

/**
 * The share of all concurrent deliveries that one workspace can use. The rest is for other workspaces, however slow the
 * receivers of this one are.
 */
const WORKSPACE_SHARE = 1 / 4;
/** The maximum number of slots that one read can check to find a free one. */
const MAX_WORKSPACE_DELIVERIES = 100;

/** Returns the maximum number of concurrent deliveries of one workspace. An event with several targets counts once. */
export function workspaceDeliveries(webhookConcurrency: number): number {
  const share = Math.floor(webhookConcurrency * DELIVERIES_PER_INVOCATION * WORKSPACE_SHARE);
  return Math.min(MAX_WORKSPACE_DELIVERIES, share);
}
