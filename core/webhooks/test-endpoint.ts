/**
 * Sends a test to an endpoint.
 *
 * The stored delivery is the outbox of the test: it waits in the sweeper's index until its first attempt. So a test whose
 * message could not be sent to the queue is delivered some minutes later.
 */
import { endpointTest, testDataOf } from "../contract/events/endpoint-test.js";
import type { RecordFor } from "../idempotency/create-once.js";
import type { Log } from "../shared/log.js";
import { type Delivery, FIRST_ROUND } from "./delivery.js";
import { findEndpoint } from "./endpoints.js";
import type { DeliveryStore, WebhookQueue, WebhookSettingsStore } from "./ports.js";
import { MESSAGE_GRACE_MS } from "./retry-schedule.js";

export interface TestEndpointDependencies {
  readonly webhooks: Pick<WebhookSettingsStore, "find">;
  readonly deliveries: Pick<DeliveryStore, "add">;
  readonly webhookQueue: Pick<WebhookQueue, "sendAttempt">;
  readonly newId: () => string;
  readonly now: () => number;
}

/**
 * Resolves to the delivery of the test, which has no attempt yet.
 *
 * @param recordFor creates the idempotency record, which is stored together with the delivery
 * @throws ServiceError `NOT_FOUND`. AlreadyRecordedError if the record exists.
 */
export async function testEndpoint(
  { webhooks, deliveries, webhookQueue, newId, now }: TestEndpointDependencies,
  workspaceId: string,
  endpointId: string,
  { log, recordFor }: { readonly log: Log; readonly recordFor?: RecordFor<Delivery> },
): Promise<Delivery> {
  const { url } = await findEndpoint(webhooks, workspaceId, endpointId);
  const id = newId();
  const nowMs = now();
  const occurrence = {
    eventId: `${id}.test`,
    event: endpointTest.type,
    workspaceId,
    subject: { kind: "test", id },
    timestamp: new Date(nowMs).toISOString(),
    data: testDataOf(endpointId),
  } as const;
  const position = { target: endpointId, round: FIRST_ROUND, tries: 0 };
  const times = { lastAttemptAtMs: nowMs, nextAttemptAtMs: nowMs };
  const delivery: Delivery = { occurrence, url, status: "pending", attempts: [], ...position, ...times };
  await deliveries.add(delivery, nowMs + MESSAGE_GRACE_MS, recordFor?.(delivery));
  try {
    await webhookQueue.sendAttempt({ occurrence, ...position });
  } catch (error) {
    log.warn("The message of a test could not be sent. The sweeper sends it.", { eventId: occurrence.eventId, error });
  }
  return delivery;
}
