/** The api function's environment. */
import * as z from "zod";
import { httpEnvironment } from "../shared/http-environment.js";

export const apiEnvironmentSchema = z.object({
  ...httpEnvironment,
  TEMPLATES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  INTERACTIVE_QUEUE_URL: z.url(),
  STANDARD_QUEUE_URL: z.url(),
  BULK_QUEUE_URL: z.url(),
  SIGNING_KEYS_SECRET: z.string(),
  ALLOW_LOOPBACK_TARGETS: z.stringbool(),
});
export type ApiEnvironment = z.output<typeof apiEnvironmentSchema>;
