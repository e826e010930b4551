/** The environment of the api function. */
import * as z from "zod";
import { httpEnvironment } from "../shared/http-environment.js";
import { renderQueueEnvironment } from "../shared/render-queue-environment.js";
import { retentionEnvironment } from "../shared/retention-environment.js";

export const apiEnvironmentSchema = z.object({
  ...httpEnvironment,
  ...renderQueueEnvironment,
  TEMPLATES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  WEBHOOKS_TABLE: z.string(),
  WEBHOOK_QUEUE_URL: z.url(),
  EVENT_BUS: z.string(),
  SIGNING_KEYS_SECRET: z.string(),
  ALLOW_LOOPBACK_TARGETS: z.stringbool(),
  ...retentionEnvironment,
});
export type ApiEnvironment = z.output<typeof apiEnvironmentSchema>;
