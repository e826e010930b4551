/**
 * What the sweeper does for webhooks: it enqueues attempts whose time has come, and publishes that an endpoint was switched
 * off. Attempts in hours wait in the table, not in the queue: SQS delays a message by 15 minutes at most, and a dead
 * endpoint must not fill the queue with messages in flight.
 */
import { ENDPOINT_DISABLED, type EndpointEvent } from "../contract/endpoint-event.js";
import type { EventPublisher } from "../renders/ports.js";
import type { Log } from "../shared/log.js";
import type { Delivery } from "./delivery.js";
import type { Endpoint } from "./endpoint.js";
import { DUE_SHARDS, type DueWebhook, type DueWebhooks, type WebhookQueue } from "./ports.js";
import { MESSAGE_GRACE_MS } from "./retry-schedule.js";

export interface SweepWebhooksDependencies {
  readonly dueWebhooks: DueWebhooks;
  readonly webhookQueue: Pick<WebhookQueue, "sendAttempt">;
  readonly events: EventPublisher;
  readonly log: Log;
  readonly now: () => number;
}

/** The most items per shard in one run. The next run handles the rest. */
const ITEMS_PER_SHARD = 250;

/** Resolves to the number of enqueued attempts. An error of one item does not stop the others. */
export async function sweepWebhooks(dependencies: SweepWebhooksDependencies): Promise<number> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => shard);
  const counts = await Promise.all(shards.map((shard) => sweepShard(dependencies, shard)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sweepShard(dependencies: SweepWebhooksDependencies, shard: number): Promise<number> {
  const { dueWebhooks, log, now } = dependencies;
  let enqueued = 0;
  for (const due of await dueWebhooks.listDue(shard, now(), ITEMS_PER_SHARD)) {
    try {
      if (await handle(dependencies, due)) enqueued += 1;
    } catch (error) {
      log.error("The sweeper could not continue a webhook. The next run tries again.", { ...factsOf(due), error });
    }
  }
  return enqueued;
}

async function handle(dependencies: SweepWebhooksDependencies, due: DueWebhook): Promise<boolean> {
  if (due.kind === "delivery") return await enqueue(dependencies, due.delivery);
  await publishSwitchOff(dependencies, due.endpoint);
  return false;
}

async function enqueue(
  { dueWebhooks, webhookQueue, now }: SweepWebhooksDependencies,
  delivery: Delivery,
): Promise<boolean> {
  if (delivery.status !== "pending") return false;
  const { occurrence, target, round, tries } = delivery;
  await webhookQueue.sendAttempt({ occurrence, target, round, tries });
  await dueWebhooks.postpone(delivery, now() + MESSAGE_GRACE_MS);
  return true;
}

/** At least once, always with the same event ID. */
async function publishSwitchOff({ dueWebhooks, events, now }: SweepWebhooksDependencies, endpoint: Endpoint) {
  const { endpointId, workspaceId, enabled, disabledReason = "", disabledAtMs = now() } = endpoint;
  if (!enabled) {
    const event: EndpointEvent = {
      eventId: `${endpointId}.disabled.${disabledAtMs}`,
      type: ENDPOINT_DISABLED,
      endpointId,
      workspaceId,
      host: new URL(endpoint.url).host,
      reason: disabledReason,
      timestamp: new Date(disabledAtMs).toISOString(),
    };
    await events.publish(event);
  }
  await dueWebhooks.settle(endpoint);
}

function factsOf(due: DueWebhook) {
  return due.kind === "endpoint"
    ? { endpointId: due.endpoint.endpointId, workspaceId: due.endpoint.workspaceId }
    : {
        eventId: due.delivery.occurrence.eventId,
        workspaceId: due.delivery.occurrence.workspaceId,
        target: due.delivery.target,
      };
}
