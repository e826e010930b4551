/**
 * Bounds how many deliveries of a workspace run at the same time, however slow its receivers are.
 *
 * A message without a free slot is not an attempt: a copy of it waits in the queue, with the workspace as its message group.
 * A copy instead of a longer visibility timeout, because each receive counts towards the dead-letter queue.
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
  /** From 0 to 1. */
  readonly random: () => number;
  readonly now: () => number;
}

/** Delivers in a slot of the workspace. Without a free one, the message comes back later, and nothing is sent or recorded. */
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

/** The sweeper must not replace the copy while it waits: each replacement would wait too, and they would add up. */
export async function sendAttemptLater(
  { queue, dueWebhooks, now }: Pick<DeliverySlotDependencies, "queue" | "dueWebhooks" | "now">,
  copy: AttemptMessage,
  before: Delivery,
  delayMs: number,
): Promise<void> {
  await queue.sendAttempt(copy, delayMs);
  await dueWebhooks.postpone(before, now() + delayMs + MESSAGE_GRACE_MS);
}
