/** The environment of the webhook function. */
import * as z from "zod";
import { jsonVariable, queueEnvironment } from "../shared/environment.js";

export const webhookEnvironmentSchema = z.object({
  ...queueEnvironment,
  WEBHOOKS_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  SIGNING_KEYS_SECRET: z.string(),
  LIMITS_TABLE: z.string(),
  /** The maximum number of concurrent deliveries of one workspace. */
  WORKSPACE_DELIVERIES: z.coerce.number().int().min(1),
  /** The queue that the function also consumes. */
  WEBHOOK_QUEUE_URL: z.url(),
  WEBHOOK_DEAD_LETTERS_URL: z.url(),
  ALLOW_LOOPBACK_TARGETS: z.stringbool(),
  /** JSON: the delays between attempts in seconds. */
  WEBHOOK_RETRY_SECONDS: jsonVariable(z.array(z.number().min(0)).min(1)),
});
