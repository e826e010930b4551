/** Lists deliveries, and sends them again. */
import { ServiceError } from "../contract/errors.js";
import { DELIVERY_LOG_DAYS, MAX_RECOVERED_DELIVERIES } from "../contract/limits.js";
import type { ListDeliveriesQuery } from "../contract/webhooks-api.js";
import { getRender } from "../renders/get-render.js";
import { isTerminal } from "../renders/job.js";
import type { JobStore } from "../renders/ports.js";
import { readCursor, writeCursor } from "../shared/list-cursor.js";
import type { Delivery } from "./delivery.js";
import { occurrenceOfEnd } from "./occurrence-of.js";
import type { DeliveryStore, WebhookQueue, WebhookSettingsStore } from "./ports.js";
import { targetsOf } from "./targets.js";

export interface DeliveriesDependencies {
  readonly jobs: Pick<JobStore, "findOwned">;
  readonly webhooks: Pick<WebhookSettingsStore, "find">;
  readonly deliveries: Pick<DeliveryStore, "listOf" | "listOwned" | "listFailedSince">;
  readonly webhookQueue: WebhookQueue;
  readonly newId: () => string;
  readonly now: () => number;
}

/** @throws ServiceError `NOT_FOUND` */
export async function listRenderDeliveries(
  { jobs, deliveries }: DeliveriesDependencies,
  workspaceId: string,
  id: string,
): Promise<readonly Delivery[]> {
  const job = await getRender(jobs, workspaceId, id);
  return await deliveries.listOf({ kind: "render", id: job.id });
}

/** @throws ServiceError `BAD_REQUEST` for a cursor that this list did not return. */
export async function listDeliveries(
  { deliveries }: DeliveriesDependencies,
  workspaceId: string,
  { status, limit, cursor }: ListDeliveriesQuery,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly nextCursor: string | undefined }> {
  const scope = { list: "deliveries", workspaceId } as const;
  const before = cursor === undefined ? undefined : readCursor(scope, cursor);
  const page = await deliveries.listOwned(workspaceId, { status, limit, before });
  const nextCursor = page.next === undefined ? undefined : writeCursor(scope, page.next);
  return { deliveries: page.deliveries, nextCursor };
}

/**
 * Delivers the event of a render again, to every target that it has now.
 *
 * @throws ServiceError `NOT_FOUND`, `CONFLICT` if the render has not ended or has no target.
 */
export async function resendWebhook(
  { jobs, webhooks, webhookQueue, newId }: DeliveriesDependencies,
  workspaceId: string,
  id: string,
): Promise<{ readonly eventId: string; readonly targets: number }> {
  const job = await getRender(jobs, workspaceId, id);
  const { status } = job;
  if (!isTerminal(job)) {
    const message = "The render has not ended, so there is nothing to deliver yet.";
    throw new ServiceError("CONFLICT", message, { details: { status } });
  }
  const occurrence = occurrenceOfEnd(job);
  const { endpoints } = await webhooks.find(workspaceId);
  const targets = targetsOf(occurrence, job.webhookUrl, endpoints).length;
  if (targets === 0) {
    const message = `The render has no webhookUrl, and no enabled endpoint receives ${occurrence.event}.`;
    throw new ServiceError("CONFLICT", message, { details: { status } });
  }
  await webhookQueue.sendOccurrence({ occurrence, round: newId() });
  return { eventId: occurrence.eventId, targets };
}

/** The number of concurrent calls to the queue. */
const CONCURRENT_SENDS = 10;

/**
 * Resends every delivery that has failed since the given time. A second call resends none of them twice, because the
 * round of a delivery derives from its failure.
 */
export async function recoverDeliveries(
  { deliveries, webhookQueue, now }: DeliveriesDependencies,
  workspaceId: string,
  since: string,
): Promise<{ readonly recovered: number; readonly nextSince: string | undefined }> {
  const oldestMs = now() - DELIVERY_LOG_DAYS * 24 * 60 * 60 * 1000;
  const sinceMs = Math.max(Date.parse(since), oldestMs);
  const failed = await deliveries.listFailedSince(workspaceId, sinceMs, MAX_RECOVERED_DELIVERIES + 1);
  const selected = failed.slice(0, MAX_RECOVERED_DELIVERIES);
  for (let first = 0; first < selected.length; first += CONCURRENT_SENDS) {
    await Promise.all(
      selected.slice(first, first + CONCURRENT_SENDS).map(async ({ occurrence, target, lastAttemptAtMs }) => {
        await webhookQueue.sendAttempt({ occurrence, target, round: `recover-${lastAttemptAtMs}`, tries: 0 });
      }),
    );
  }
  const next = failed[MAX_RECOVERED_DELIVERIES];
  const nextSince = next === undefined ? undefined : new Date(next.lastAttemptAtMs).toISOString();
  return { recovered: selected.length, nextSince };
}
