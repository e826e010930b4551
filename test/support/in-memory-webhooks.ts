/** The webhooks table in memory, with the same conditions. */
import type { DeliveryStatus } from "../../core/contract/webhooks-api.js";
import { type Delivery, deliveryPositionOf } from "../../core/webhooks/delivery.js";
import type { Endpoint } from "../../core/webhooks/endpoint.js";
import {
  type DeliveryStore,
  DUE_SHARDS,
  type DueWebhook,
  type DueWebhooks,
  type EndpointHealth,
  type WebhookSettingsStore,
} from "../../core/webhooks/ports.js";
import type { SecretPair } from "../../core/webhooks/secret-pair.js";
import { createInMemoryRecords } from "./in-memory-records.js";

interface State {
  readonly secrets: Map<string, SecretPair>;
  readonly endpoints: Map<string, Endpoint>;
  readonly deliveries: Map<string, Delivery>;
  /** The due times, by the key of a delivery or the ID of an endpoint. */
  readonly due: Map<string, number>;
}

const keyOf = ({ occurrence, target }: Pick<Delivery, "occurrence" | "target">): string =>
  `${occurrence.subject.kind}#${occurrence.subject.id}#${occurrence.eventId}#${target}`;

export function createInMemoryWebhooks() {
  const state: State = { secrets: new Map(), endpoints: new Map(), deliveries: new Map(), due: new Map() };
  return {
    settings: createSettings(state),
    health: createHealth(state),
    deliveries: createDeliveries(state),
    due: createDue(state),
    state,
  };
}

function createSettings({ secrets, endpoints, due }: State): WebhookSettingsStore {
  const records = createInMemoryRecords();
  const owned = (workspaceId: string, endpointId: string) => {
    const endpoint = endpoints.get(endpointId);
    return endpoint?.workspaceId === workspaceId ? endpoint : undefined;
  };
  return {
    find: async (workspaceId) => ({
      secrets: secrets.get(workspaceId),
      endpoints: [...endpoints.values()].filter((endpoint) => endpoint.workspaceId === workspaceId),
    }),
    addSecrets: async (workspaceId, pair) => {
      const stored = secrets.get(workspaceId) ?? pair;
      secrets.set(workspaceId, stored);
      return stored;
    },
    replaceSecrets: async (workspaceId, before, after) => {
      if (secrets.get(workspaceId)?.current.sealed !== before.current.sealed) return false;
      secrets.set(workspaceId, after);
      return true;
    },
    addEndpoint: async (endpoint, record) => {
      records.requireFree(record);
      records.keep(record);
      endpoints.set(endpoint.endpointId, endpoint);
    },
    changeEndpoint: async (workspaceId, endpointId, change) => {
      const before = owned(workspaceId, endpointId);
      if (before === undefined) return undefined;
      const { failingSinceMs, disabledReason, disabledAtMs, ...rest } = before;
      const noted = {
        ...(failingSinceMs !== undefined && { failingSinceMs }),
        ...(disabledReason !== undefined && { disabledReason }),
        ...(disabledAtMs !== undefined && { disabledAtMs }),
      };
      if (change.enabled === true) due.delete(endpointId);
      const after = { ...rest, ...(change.enabled !== true && noted), ...change };
      endpoints.set(endpointId, after);
      return after;
    },
    replaceEndpointSecrets: async ({ endpointId, secrets: before }, after) => {
      const endpoint = endpoints.get(endpointId);
      if (endpoint?.secrets.current.sealed !== before.current.sealed) return false;
      endpoints.set(endpointId, { ...endpoint, secrets: after });
      return true;
    },
    removeEndpoint: async (workspaceId, endpointId) =>
      owned(workspaceId, endpointId) !== undefined && endpoints.delete(endpointId),
  };
}

function createHealth({ endpoints, due }: State): EndpointHealth {
  return {
    markFailing: async ({ endpointId }, sinceMs) => {
      const endpoint = endpoints.get(endpointId);
      if (endpoint !== undefined) endpoints.set(endpointId, { failingSinceMs: sinceMs, ...endpoint });
    },
    clearFailing: async ({ endpointId }) => {
      const endpoint = endpoints.get(endpointId);
      if (endpoint === undefined) return;
      const healthy = { ...endpoint };
      delete healthy.failingSinceMs;
      endpoints.set(endpointId, healthy);
    },
    switchOff: async ({ endpointId, failingSinceMs }, disabledReason, disabledAtMs) => {
      const endpoint = endpoints.get(endpointId);
      if (endpoint?.enabled !== true || endpoint.failingSinceMs !== failingSinceMs) return;
      endpoints.set(endpointId, { ...endpoint, enabled: false, disabledReason, disabledAtMs });
      due.set(endpointId, disabledAtMs);
    },
  };
}

function createDeliveries({ deliveries, due }: State): DeliveryStore {
  const all = (workspaceId: string, status?: DeliveryStatus) =>
    [...deliveries.values()].filter(
      (one) => one.occurrence.workspaceId === workspaceId && (status === undefined || one.status === status),
    );
  const byPosition = (a: Delivery, b: Delivery) => (deliveryPositionOf(a) < deliveryPositionOf(b) ? -1 : 1);
  const records = createInMemoryRecords();
  return {
    add: async (delivery, dueAtMs, record) => {
      records.requireFree(record);
      records.keep(record);
      deliveries.set(keyOf(delivery), delivery);
      due.set(keyOf(delivery), dueAtMs);
    },
    listOf: async ({ id }) => [...deliveries.values()].filter(({ occurrence }) => occurrence.subject.id === id),
    record: async (before, after, dueAtMs) => {
      const key = keyOf(after);
      const stored = deliveries.get(key);
      const isSame =
        stored?.round === before?.round && stored?.tries === before?.tries && stored?.status === before?.status;
      if (!isSame) return false;
      deliveries.set(key, after);
      if (dueAtMs === undefined) due.delete(key);
      else due.set(key, dueAtMs);
      return true;
    },
    listOwned: async (workspaceId, { status, limit, before }) => {
      const older = all(workspaceId, status)
        .filter((one) => before === undefined || deliveryPositionOf(one) < before)
        .sort((a, b) => byPosition(b, a));
      const page = older.slice(0, limit);
      const last = page.at(-1);
      const next = older.length > limit && last !== undefined ? deliveryPositionOf(last) : undefined;
      return { deliveries: page, next };
    },
    listFailedSince: async (workspaceId, sinceMs, limit) =>
      all(workspaceId, "failed")
        .filter(({ lastAttemptAtMs }) => lastAttemptAtMs >= sinceMs)
        .sort(byPosition)
        .slice(0, limit),
  };
}

/** Everything is in the first shard. */
function createDue({ deliveries, endpoints, due }: State): DueWebhooks {
  return {
    listDue: async (shard, nowMs, limit) => {
      if (shard % DUE_SHARDS !== 0) return [];
      const keys = [...due].filter(([, atMs]) => atMs <= nowMs).map(([key]) => key);
      return keys.slice(0, limit).flatMap((key): DueWebhook[] => {
        const delivery = deliveries.get(key);
        const endpoint = endpoints.get(key);
        if (delivery !== undefined) return [{ kind: "delivery", delivery }];
        return endpoint === undefined ? [] : [{ kind: "endpoint", endpoint }];
      });
    },
    postpone: async (delivery, dueAtMs) => {
      const stored = deliveries.get(keyOf(delivery));
      if (stored?.tries === delivery.tries && due.has(keyOf(delivery))) due.set(keyOf(delivery), dueAtMs);
    },
    settle: async ({ endpointId }) => void due.delete(endpointId),
    setAside: async ({ id, item }) => void due.delete(`${id} ${item}`),
  };
}
