/**
 * Limits how many deliveries of a workspace run at the same time, regardless of how slow its receivers are.
 *
 * A message that finds no free slot is not an attempt: a copy of it waits in the queue, with the workspace as its
 * message group. The message itself does not get a longer visibility timeout, because each receive counts toward the
 * dead-letter queue.
 */
import type { FreeSlot } from "../access/slots.js";
import type { Log } from "../shared/log.js";
import type { AttemptMessage, Delivery, OccurrenceMessage } from "./delivery.js";
import type { DueWebhooks, WebhookQueue } from "./ports.js";
import { deferralMs, MESSAGE_GRACE_MS } from "./retry-schedule.js";

export interface DeliverySlotDependencies {
  /** Takes a slot of the workspace. Resolves to `undefined` if none is free. */
  readonly takeSlot: (workspaceId: string, log: Log) => Promise<FreeSlot | undefined>;
  readonly queue: WebhookQueue;
  readonly dueWebhooks: Pick<DueWebhooks, "postpone">;
  readonly log: Log;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly now: () => number;
}

/**
 * Delivers in a slot of the workspace. If none is free, the message comes back later, and nothing is sent or recorded.
 */
export async function inDeliverySlot<Message extends OccurrenceMessage | AttemptMessage>(
  { takeSlot, log, random }: Pick<DeliverySlotDependencies, "takeSlot" | "log" | "random">,
  message: Message,
  deliver: () => Promise<void>,
  sendLater: (copy: Message, delayMs: number) => Promise<void>,
): Promise<void> {
  const { occurrence, deferrals = 0 } = message;
  const freeSlot = await takeSlot(occurrence.workspaceId, log);
  if (freeSlot === undefined) {
    const delayMs = deferralMs(deferrals, random);
    await sendLater({ ...message, deferrals: deferrals + 1 }, delayMs);
    log.info("The workspace has its share of deliveries at the same time. The message waits.", { deferrals, delayMs });
    return;
  }
  try {
    await deliver();
  } finally {
    await freeSlot();
  }
}

/**
 * Sends a copy of the message later, and postpones the sweeper. If the sweeper sent more copies in the meantime, all of
 * them would wait and add up.
 */
export async function sendAttemptLater(
  { queue, dueWebhooks, now }: Pick<DeliverySlotDependencies, "queue" | "dueWebhooks" | "now">,
  copy: AttemptMessage,
  before: Delivery,
  delayMs: number,
): Promise<void> {
  await queue.sendAttempt(copy, delayMs);
  await dueWebhooks.postpone(before, now() + delayMs + MESSAGE_GRACE_MS);
}
