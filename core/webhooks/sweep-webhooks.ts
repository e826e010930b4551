/**
 * The sweeper's work for webhooks: it enqueues attempts that are due, and publishes that an endpoint was switched off.
 * Attempts that are hours away wait in the table, not in the queue: SQS delays a message by at most 15 minutes, and a
 * dead endpoint must not fill the queue with messages in flight.
 */
import type { EndpointEvent } from "../contract/events/endpoint-disabled.js";
import { type PublishDependencies, publishPending } from "../events/publish-pending.js";
import type { Log } from "../shared/log.js";
import { type Delivery, deliveryIdOf, subjectFactsOf } from "./delivery.js";
import type { Endpoint } from "./endpoint.js";
import { DUE_SHARDS, type DueWebhook, type DueWebhooks, type WebhookQueue } from "./ports.js";
import { MESSAGE_GRACE_MS } from "./retry-schedule.js";

export interface SweepWebhooksDependencies extends PublishDependencies {
  readonly dueWebhooks: DueWebhooks;
  readonly webhookQueue: Pick<WebhookQueue, "sendAttempt">;
  readonly log: Log;
}

/** The maximum number of items per shard in one run. The next run handles the rest. */
const ITEMS_PER_SHARD = 250;
/** If the sweeper could not continue a delivery, it checks the delivery again after this time. */
const FAILED_CHECK_MS = 2 * 60_000;

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
      log.error("The sweeper could not continue a webhook. A later run tries again.", { ...factsOf(due), error });
      await letOthersPass(dependencies, due);
    }
  }
  return enqueued;
}

/**
 * Postpones a delivery that cannot be continued now. Otherwise, deliveries that can never be continued could fill every
 * run, because they are due first.
 */
async function letOthersPass({ dueWebhooks, log, now }: SweepWebhooksDependencies, due: DueWebhook): Promise<void> {
  if (due.kind !== "delivery") return;
  try {
    await dueWebhooks.postpone(due.delivery, now() + FAILED_CHECK_MS);
  } catch (error) {
    log.error("The sweeper could not postpone a delivery. The next run tries again.", { ...factsOf(due), error });
  }
}

async function handle(dependencies: SweepWebhooksDependencies, due: DueWebhook): Promise<boolean> {
  if (due.kind === "delivery") return await enqueue(dependencies, due.delivery);
  if (due.kind === "corrupt") {
    // Otherwise, it would come first in each run.
    await dependencies.dueWebhooks.setAside(due.key);
    dependencies.log.error("A delivery or endpoint cannot be read. It gets no further attempts.", {
      ...due.key,
      error: due.error,
    });
    return false;
  }
  await publishSwitchOff(dependencies, due.endpoint);
  return false;
}

async function enqueue(
  { dueWebhooks, webhookQueue, now, log }: SweepWebhooksDependencies,
  delivery: Delivery,
): Promise<boolean> {
  if (delivery.status !== "pending") return false;
  const { occurrence, target, round, tries } = delivery;
  await webhookQueue.sendAttempt({ occurrence, target, round, tries });
  await dueWebhooks.postpone(delivery, now() + MESSAGE_GRACE_MS);
  log.info("An attempt at a webhook is due. The webhook function gets its message.", factsOfDelivery(delivery));
  return true;
}

/**
 * Publishes the event of an endpoint that was switched off. The endpoint is in the index until then. An endpoint that
 * was enabled again in the meantime has no event.
 */
async function publishSwitchOff(dependencies: SweepWebhooksDependencies, endpoint: Endpoint): Promise<void> {
  await publishPending(dependencies, {
    publishedAtMs: undefined,
    events: () => (endpoint.enabled ? [] : [switchOffEventOf(endpoint, dependencies.now())]),
    markPublished: () => dependencies.dueWebhooks.settle(endpoint),
  });
}

function switchOffEventOf(endpoint: Endpoint, nowMs: number): EndpointEvent {
  const { endpointId, workspaceId, url, disabledReason = "", disabledAtMs = nowMs } = endpoint;
  return {
    eventId: `${endpointId}.disabled.${disabledAtMs}`,
    type: "webhook.endpoint.disabled",
    endpointId,
    workspaceId,
    host: new URL(url).host,
    reason: disabledReason,
    timestamp: new Date(disabledAtMs).toISOString(),
  };
}

function factsOf(due: DueWebhook) {
  if (due.kind === "corrupt") return due.key;
  return due.kind === "endpoint"
    ? { endpointId: due.endpoint.endpointId, workspaceId: due.endpoint.workspaceId }
    : factsOfDelivery(due.delivery);
}

function factsOfDelivery({ occurrence, target }: Delivery) {
  return { deliveryId: deliveryIdOf(occurrence, target), target, ...subjectFactsOf(occurrence) };
}
