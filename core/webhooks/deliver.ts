/**
 * Delivers events to their targets.
 *
 * The message in the queue is the only state before the first attempt: if a function dies at any point, the message is
 * delivered again. Each attempt is recorded after it was sent. So an attempt can be repeated, but always with the same
 * event ID. A recorded attempt is not repeated: if another message has already advanced the delivery, this one does
 * nothing.
 *
 * All targets of an event are called in one slot of its workspace.
 */
import type { KeyRing } from "../signing/key-ring.js";
import type { Log } from "../shared/log.js";
import {
  attemptDelivery,
  type AttemptDependencies,
  failWithoutTarget,
  type PlannedAttempt,
} from "./attempt-delivery.js";
import {
  type AttemptMessage,
  type Delivery,
  deliveryIdOf,
  FIRST_ROUND,
  type OccurrenceMessage,
  subjectFactsOf,
} from "./delivery.js";
import { type DeliverySlotDependencies, inDeliverySlot, sendAttemptLater } from "./delivery-slot.js";
import type { DeliveryStore, SubjectReader, SubjectState, WebhookQueue, WebhookSettingsStore } from "./ports.js";
import { deliveryTo, type Target, targetNamed, targetsOf } from "./targets.js";

export interface DeliverDependencies extends AttemptDependencies, DeliverySlotDependencies {
  readonly subjects: SubjectReader;
  readonly webhooks: Pick<WebhookSettingsStore, "find" | "addSecrets">;
  readonly deliveries: Pick<DeliveryStore, "listOf" | "record">;
  readonly queue: WebhookQueue;
  readonly keyRing: KeyRing;
  readonly log: Log;
}

/**
 * Makes the first attempt at each target. Targets that already had their first attempt are left out, so a repeated
 * message is harmless.
 *
 * @throws Error if an attempt could not be made or recorded. The message must then be delivered again.
 */
export async function deliverOccurrence(dependencies: DeliverDependencies, message: OccurrenceMessage): Promise<void> {
  const { webhooks, subjects, queue, log } = dependencies;
  const { occurrence } = message;
  const { secrets, endpoints } = await webhooks.find(occurrence.workspaceId);
  const subject = await subjects.find(occurrence);
  if (subject === undefined) {
    log.warn("The subject of an event no longer exists. Nothing is delivered.", subjectFactsOf(occurrence));
    return;
  }
  const targets = targetsOf(occurrence, subject.webhookUrl, endpoints);
  if (targets.length === 0) return;
  await inDeliverySlot(
    dependencies,
    message,
    () => attemptEach(dependencies, message, targets, { ...contentOf(subject), secrets }),
    (copy, delayMs) => queue.sendOccurrence(copy, delayMs),
  );
}

/** Attempts a delivery to each target that has none in this round. */
async function attemptEach(
  dependencies: DeliverDependencies,
  { occurrence, round }: OccurrenceMessage,
  targets: readonly Target[],
  content: Pick<PlannedAttempt, "data" | "ids" | "secrets">,
): Promise<void> {
  const known = await dependencies.deliveries.listOf(occurrence.subject);
  const attempts = targets.flatMap((target) => {
    const before = deliveryTo(known, occurrence, target.name);
    if (before !== undefined && (round === FIRST_ROUND || before.round === round)) return [];
    return [attemptDelivery(dependencies, { ...content, occurrence, round, target, before })];
  });
  for (const result of await Promise.allSettled(attempts)) if (result.status === "rejected") throw result.reason;
}

function contentOf({ data = {}, ids = {} }: Partial<SubjectState> = {}): Pick<PlannedAttempt, "data" | "ids"> {
  return { data, ids };
}

/** Makes one more attempt at one target, unless the delivery has changed since the message was sent. */
export async function deliverAgain(dependencies: DeliverDependencies, message: AttemptMessage): Promise<void> {
  const { webhooks, subjects, deliveries, log } = dependencies;
  const { occurrence, round } = message;
  const before = deliveryTo(await deliveries.listOf(occurrence.subject), occurrence, message.target);
  if (before === undefined || isOutdated(message, before)) {
    log.info("The delivery has changed since the message was sent. There is nothing to do.", {
      deliveryId: deliveryIdOf(occurrence, message.target),
      target: message.target,
      ...subjectFactsOf(occurrence),
    });
    return;
  }
  const { secrets, endpoints } = await webhooks.find(occurrence.workspaceId);
  const subject = await subjects.find(occurrence);
  const target =
    subject === undefined
      ? "What the event reports no longer exists."
      : targetNamed(occurrence, message.target, subject.webhookUrl, endpoints);
  if (typeof target === "string") {
    await failWithoutTarget(dependencies, before, round, target);
    return;
  }
  const planned = { occurrence, round, target, before, ...contentOf(subject), secrets };
  await inDeliverySlot(
    dependencies,
    message,
    () => attemptDelivery(dependencies, planned),
    (copy, delayMs) => sendAttemptLater(dependencies, copy, before, delayMs),
  );
}

/**
 * Returns whether the delivery has changed since the message was sent. A message of the current round asks for the next
 * attempt. A message of a new round starts that round.
 */
function isOutdated({ round, tries }: AttemptMessage, before: Delivery): boolean {
  if (before.round === round) return before.status !== "pending" || before.tries !== tries;
  return tries !== 0 || before.status !== "failed";
}
