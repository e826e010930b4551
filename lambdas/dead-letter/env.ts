/** The environment of the dead-letter function. */
import * as z from "zod";
import { queueEnvironment } from "../shared/environment.js";
import { renderQueueEnvironment } from "../shared/render-queue-environment.js";

export const deadLetterEnvironmentSchema = z.object({
  ...queueEnvironment,
  ...renderQueueEnvironment,
  JOBS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
});
