/** The environment of the sweeper function. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";
import { renderQueueEnvironment } from "../shared/render-queue-environment.js";

export const sweeperEnvironmentSchema = z.object({
  ...commonEnvironment,
  ...renderQueueEnvironment,
  JOBS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
});
