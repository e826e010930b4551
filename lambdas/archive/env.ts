/** The environment of the archive function. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const archiveEnvironmentSchema = z.object({
  ...commonEnvironment,
  JOBS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  BUCKET: z.string(),
});
