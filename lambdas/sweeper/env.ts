/** The sweeper function's environment. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const sweeperEnvironmentSchema = z.object({
  ...commonEnvironment,
  JOBS_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
  INTERACTIVE_QUEUE_URL: z.url(),
  STANDARD_QUEUE_URL: z.url(),
  BULK_QUEUE_URL: z.url(),
});
