/**
 * The keys of the webhooks table: `id` + `item`.
 *
 * - `<workspace>` + `secret`: the secret for the `webhookUrl` of requests.
 * - `<workspace>` + `endpoint#<endpoint>`: an endpoint with its secret.
 * - `render#<job>` or `batch#<batch>` + `<event>#<target>`: a delivery, which expires.
 *
 * The index `byWorkspaceStatus` (listKey, listedAs) lists deliveries: `<workspace>#<status>#<0 to 3>`, because a
 * partition of an index accepts 1,000 writes per second. The index `due` (dueShard, dueAtMs) is sparse.
 */
import { createHash } from "node:crypto";
import type { Subject } from "../core/contract/events/event.js";
import { DELIVERY_LOG_DAYS } from "../core/contract/limits.js";
import type { DeliveryStatus } from "../core/contract/webhooks-api.js";
import { type Delivery, deliveryPositionOf, deliverySchema, type Occurrence } from "../core/webhooks/delivery.js";
import { type Endpoint, endpointSchema } from "../core/webhooks/endpoint.js";
import { DUE_SHARDS } from "../core/webhooks/ports.js";
import { parseItem } from "./stored-item.js";

export const TABLE = "the webhooks table";
export const SECRET_ITEM = "secret";
export const ENDPOINT_PREFIX = "endpoint#";

const LIST_SHARDS = 4;
export const ALL_LIST_SHARDS: readonly number[] = Array.from({ length: LIST_SHARDS }, (_, shard) => shard);
const DAY_SECONDS = 24 * 60 * 60;

export function endpointKey(workspaceId: string, endpointId: string) {
  return { id: workspaceId, item: `${ENDPOINT_PREFIX}${endpointId}` };
}

export function endpointItemOf(endpoint: Endpoint): Record<string, unknown> {
  return { ...endpointKey(endpoint.workspaceId, endpoint.endpointId), ...endpoint };
}

export function parseEndpoint(item: unknown): Endpoint {
  return parseItem(endpointSchema, item, TABLE);
}

/** Returns the partition key of all deliveries about a subject. */
export function subjectKey({ kind, id }: Subject): string {
  return `${kind}#${id}`;
}

export function deliveryKey({ subject, eventId }: Occurrence, target: string) {
  return { id: subjectKey(subject), item: `${eventId}#${target}` };
}

export function listKeyOf(workspaceId: string, status: DeliveryStatus, shard: number): string {
  return `${workspaceId}#${status}#${shard}`;
}

export function deliveryItemOf(delivery: Delivery, dueAtMs: number | undefined): Record<string, unknown> {
  const { occurrence, target, status, lastAttemptAtMs } = delivery;
  const key = deliveryKey(occurrence, target);
  return {
    ...key,
    ...delivery,
    listKey: listKeyOf(occurrence.workspaceId, status, shardOf(`${key.id}${key.item}`, LIST_SHARDS)),
    listedAs: deliveryPositionOf(delivery),
    ...(dueAtMs !== undefined && { dueShard: dueShardOf(key), dueAtMs }),
    expiresAt: Math.ceil(lastAttemptAtMs / 1000) + DELIVERY_LOG_DAYS * DAY_SECONDS,
  };
}

export function parseDelivery(item: unknown): Delivery {
  return parseItem(deliverySchema, item, TABLE);
}

export function dueShardOf({ id, item }: { readonly id: string; readonly item: string }): number {
  return shardOf(`${id}${item}`, DUE_SHARDS);
}

function shardOf(text: string, shards: number): number {
  return createHash("sha256").update(text).digest().readUInt8(0) % shards;
}
