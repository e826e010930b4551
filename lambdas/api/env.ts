/** The api function's environment. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const apiEnvironmentSchema = z.object({
  ...commonEnvironment,
  TEMPLATES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  API_KEYS_TABLE: z.string(),
  BUCKET: z.string(),
  STANDARD_QUEUE_URL: z.url(),
  BULK_QUEUE_URL: z.url(),
  SIGNING_KEYS_SECRET: z.string(),
  ORIGIN_SECRET: z.string(),
  ALLOW_LOOPBACK_TARGETS: z.stringbool(),
});
