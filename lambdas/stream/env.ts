/** The environment of the stream function. */
import * as z from "zod";
import { httpEnvironment } from "../shared/http-environment.js";

export const streamEnvironmentSchema = z.object({
  ...httpEnvironment,
  JOBS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  SIGNING_KEYS_SECRET: z.string(),
});
