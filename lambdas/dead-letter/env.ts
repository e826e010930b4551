/** The dead-letter function's environment. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const deadLetterEnvironmentSchema = z.object({
  ...commonEnvironment,
  JOBS_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
  /** JSON: queue URLs by queue ARN. */
  QUEUE_URLS: z.string(),
});
