/** The stream function's environment. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const streamEnvironmentSchema = z.object({
  ...commonEnvironment,
  JOBS_TABLE: z.string(),
  API_KEYS_TABLE: z.string(),
  BUCKET: z.string(),
  SIGNING_KEYS_SECRET: z.string(),
  ORIGIN_SECRET: z.string(),
});
