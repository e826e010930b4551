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
  /** Only this function knows the release, so that a commit changes no other function. */
  RELEASE_VERSION: z.string().min(1),
  /** Empty if the stack was not synthesized from a Git repository. */
  RELEASE_COMMIT: z.string(),
  /** The names of metrics and alarms contain it. */
  STACK_NAME: z.string().min(1),
});
export type ApiEnvironment = z.output<typeof apiEnvironmentSchema>;
