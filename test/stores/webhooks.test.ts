import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createDeliveriesTable } from "../../aws/deliveries-table.js";
import { createDueWebhooks } from "../../aws/due-webhooks.js";
import { createEndpointHealth, createWebhookSettings } from "../../aws/webhook-settings.js";
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
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryWebhooks } from "../support/in-memory-webhooks.js";
import { START_MS } from "../support/render-fixture.js";

interface Stores {
  readonly settings: WebhookSettingsStore;
  readonly health: EndpointHealth;
  readonly deliveries: DeliveryStore;
  readonly due: DueWebhooks;
}

const pair = (sealed: string) => ({ current: { keyId: "k1", dataKey: "d", sealed }, createdAtMs: START_MS });

function endpoint(workspaceId: string, more: Partial<Endpoint> = {}): Endpoint {
  return {
    workspaceId,
    endpointId: randomUUID(),
    url: "https://example.com/",
    events: ["render.completed"],
    enabled: true,
    createdAtMs: START_MS,
    secrets: pair("s1"),
    ...more,
  };
}

function delivery(workspaceId: string, more: Partial<Delivery> = {}): Delivery {
  const id = randomUUID();
  return {
    occurrence: {
      eventId: `${id}.done`,
      event: "render.completed",
      workspaceId,
      subject: { kind: "render", id },
      timestamp: "2026-11-01T12:00:00.000Z",
    },
    target: "request",
    url: "https://example.com/",
    status: "pending",
    round: "first",
    tries: 1,
    attempts: [{ atMs: START_MS, durationMs: 12, status: 500, error: "It failed.", response: "ä" }],
    lastAttemptAtMs: START_MS,
    ...more,
  };
}

/** Lists the due deliveries and endpoints of all shards. */
async function listDue(due: DueWebhooks, nowMs: number): Promise<readonly DueWebhook[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => due.listDue(shard, nowMs, 1_000));
  return (await Promise.all(shards)).flat();
}

describeOnTables<Stores>(
  "webhooks",
  {
    inMemory: createInMemoryWebhooks,
    adapter: ({ client, names }) => ({
      settings: createWebhookSettings(client, names.Webhooks),
      health: createEndpointHealth(client, names.Webhooks),
      deliveries: createDeliveriesTable(client, names.Webhooks, names.Jobs),
      due: createDueWebhooks(client, names.Webhooks),
    }),
  },
  (stores) => {
    test("the first secret of a workspace stays, and a rotation replaces only the secret that it has read", async () => {
      const { settings } = stores();
      const id = randomUUID();
      expect((await settings.find(id)).secrets).toBeUndefined();
      const [first, second] = await Promise.all([
        settings.addSecrets(id, pair("a")),
        settings.addSecrets(id, pair("b")),
      ]);
      expect(first).toEqual(second);
      expect(await settings.replaceSecrets(id, first, { ...pair("c"), previous: first.current })).toBe(true);
      expect(await settings.replaceSecrets(id, first, pair("d"))).toBe(false);
      expect((await settings.find(id)).secrets).toMatchObject({ current: { sealed: "c" }, previous: first.current });
    });

    test("endpoints belong to one workspace, which alone can change and remove them", async () => {
      const { settings } = stores();
      const [own, other] = [randomUUID(), randomUUID()];
      const made = endpoint(own);
      await settings.addEndpoint(made);
      expect((await settings.find(own)).endpoints).toEqual([made]);
      expect((await settings.find(other)).endpoints).toEqual([]);
      expect(await settings.changeEndpoint(other, made.endpointId, { enabled: false })).toBeUndefined();
      expect(await settings.removeEndpoint(other, made.endpointId)).toBe(false);
      const url = "https://example.com/2";
      expect(await settings.changeEndpoint(own, made.endpointId, { url })).toEqual({ ...made, url });
      expect(await settings.changeEndpoint(own, made.endpointId, {})).toEqual({ ...made, url });
      expect(await settings.replaceEndpointSecrets(made, pair("s2"))).toBe(true);
      expect(await settings.replaceEndpointSecrets(made, pair("s3"))).toBe(false);
      expect(await settings.removeEndpoint(own, made.endpointId)).toBe(true);
      expect(await settings.removeEndpoint(own, made.endpointId)).toBe(false);
    });

    test("an endpoint keeps the first failure, is switched off only if it still fails, and forgets both when it is enabled", async () => {
      const { settings, health, due } = stores();
      const workspaceId = randomUUID();
      const made = endpoint(workspaceId);
      await settings.addEndpoint(made);
      const now = async () => (await settings.find(workspaceId)).endpoints[0] ?? made;
      await health.markFailing(made, START_MS);
      await health.markFailing(made, START_MS + 5);
      expect((await now()).failingSinceMs).toBe(START_MS);
      const failing = await now();
      await health.clearFailing(failing);
      await health.switchOff(failing, "It fails.", START_MS + 9);
      expect(await now()).toEqual(made);
      await health.markFailing(made, START_MS);
      await health.switchOff(await now(), "It fails.", START_MS + 9);
      const off = { enabled: false, disabledReason: "It fails.", disabledAtMs: START_MS + 9 };
      expect(await now()).toMatchObject(off);
      const isOwn = (one: DueWebhook) => one.kind === "endpoint" && one.endpoint.workspaceId === workspaceId;
      expect((await listDue(due, START_MS + 8)).filter(isOwn)).toEqual([]);
      expect((await listDue(due, START_MS + 9)).filter(isOwn)).toHaveLength(1);
      await due.settle(made);
      expect((await listDue(due, START_MS + 9)).filter(isOwn)).toEqual([]);
      expect(await settings.changeEndpoint(workspaceId, made.endpointId, { enabled: true })).toEqual(made);
    });

    test("a delivery is written only over the state that the attempt started from", async () => {
      const { deliveries } = stores();
      const first = delivery(randomUUID());
      const second = { ...first, tries: 2 };
      expect(await deliveries.record(undefined, first, undefined)).toBe(true);
      expect(await deliveries.record(undefined, first, undefined)).toBe(false);
      expect(await deliveries.record(first, second, undefined)).toBe(true);
      expect(await deliveries.record(first, second, undefined)).toBe(false);
      expect(await deliveries.record({ ...second, round: "other" }, first, undefined)).toBe(false);
      expect(await deliveries.listOf(first.occurrence.subject)).toEqual([second]);
    });

    test("a delivery is due at its time until it changes, and a check can be postponed", async () => {
      const { deliveries, due } = stores();
      const first = delivery(randomUUID());
      const isOwn = (one: DueWebhook) => one.kind === "delivery" && eventIdOf(one.delivery) === eventIdOf(first);
      const dueAt = async (nowMs: number) => (await listDue(due, nowMs)).filter(isOwn).length;
      await deliveries.record(undefined, first, START_MS + 100);
      expect([await dueAt(START_MS + 99), await dueAt(START_MS + 100)]).toEqual([0, 1]);
      await due.postpone(first, START_MS + 200);
      expect([await dueAt(START_MS + 199), await dueAt(START_MS + 200)]).toEqual([0, 1]);
      await due.postpone({ ...first, tries: 7 }, START_MS + 900);
      expect(await dueAt(START_MS + 200)).toBe(1);
      await deliveries.record(first, { ...first, status: "delivered", tries: 2 }, undefined);
      expect(await dueAt(START_MS + 1_000)).toBe(0);
    });

    test("lists of deliveries are newest first and filtered by status, and failures since a time are listed oldest first", async () => {
      const { deliveries } = stores();
      const workspaceId = randomUUID();
      const statuses = ["failed", "delivered", "pending", "failed", "failed"] as const;
      const made = statuses.map((status, index) =>
        delivery(workspaceId, { status, lastAttemptAtMs: START_MS + index }),
      );
      for (const one of made) await deliveries.record(undefined, one, undefined);
      const ids = (list: readonly Delivery[]) =>
        list.map((one) => made.findIndex((two) => eventIdOf(two) === eventIdOf(one)));
      const page = await deliveries.listOwned(workspaceId, { limit: 3 });
      expect([ids(page.deliveries), page.next]).toEqual([[4, 3, 2], deliveryPositionOf(made[2] ?? delivery(""))]);
      const rest = await deliveries.listOwned(workspaceId, { limit: 3, before: page.next });
      expect([ids(rest.deliveries), rest.next]).toEqual([[1, 0], undefined]);
      expect(ids((await deliveries.listOwned(workspaceId, { limit: 9, status: "failed" })).deliveries)).toEqual([
        4, 3, 0,
      ]);
      expect(ids(await deliveries.listFailedSince(workspaceId, START_MS + 1, 9))).toEqual([3, 4]);
      expect(ids(await deliveries.listFailedSince(workspaceId, START_MS, 2))).toEqual([0, 3]);
      expect(await deliveries.listFailedSince(randomUUID(), START_MS, 2)).toEqual([]);
    });
  },
);

const eventIdOf = ({ occurrence }: Delivery): string => occurrence.eventId;
