/** Variables of the functions that send jobs to every render queue. */
import * as z from "zod";
import type { QueueName } from "../../core/contract/render-queues.js";

export const renderQueueEnvironment = {
  INTERACTIVE_QUEUE_URL: z.url(),
  STANDARD_QUEUE_URL: z.url(),
  BULK_QUEUE_URL: z.url(),
  HEAVY_QUEUE_URL: z.url(),
};

export type RenderQueueEnvironment = z.output<z.ZodObject<typeof renderQueueEnvironment>>;

export function renderQueueUrls(env: RenderQueueEnvironment): Readonly<Record<QueueName, string>> {
  return {
    interactive: env.INTERACTIVE_QUEUE_URL,
    standard: env.STANDARD_QUEUE_URL,
    bulk: env.BULK_QUEUE_URL,
    heavy: env.HEAVY_QUEUE_URL,
  };
}
