/** The render queues, and the priorities of the jobs in each. */
import * as z from "zod";

/** The priorities of each queue, both ends included. Every priority belongs to exactly one queue. */
export const QUEUE_PRIORITIES = {
  interactive: { lowest: 7, highest: 9 },
  standard: { lowest: 4, highest: 6 },
  bulk: { lowest: 0, highest: 3 },
} as const;

/**
 * `heavy` is for renders with a high estimated cost, whatever their priority, so that they do not delay simple ones.
 */
export const QUEUE_NAMES = ["interactive", "standard", "bulk", "heavy"] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const prioritySchema = z.int().min(QUEUE_PRIORITIES.bulk.lowest).max(QUEUE_PRIORITIES.interactive.highest);

/** The priority of a render whose request does not set one. */
export const DEFAULT_PRIORITY = 5;
/** The priority of a job in a batch whose request does not set one. */
export const BATCH_PRIORITY = QUEUE_PRIORITIES.bulk.highest;
/** The priority of signed images: a viewer waits for the picture. */
export const SIGNED_IMAGE_PRIORITY = QUEUE_PRIORITIES.interactive.lowest;

/** Returns the queue of a job. */
export function queueOf({ priority, heavy = false }: { priority: number; heavy?: boolean | undefined }): QueueName {
  if (heavy) return "heavy";
  if (priority >= QUEUE_PRIORITIES.interactive.lowest) return "interactive";
  return priority >= QUEUE_PRIORITIES.standard.lowest ? "standard" : "bulk";
}
