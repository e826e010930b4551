/** The environment of the archived-files function. */
import * as z from "zod";
import { queueEnvironment } from "../shared/environment.js";

export const archivedFilesEnvironmentSchema = z.object({
  ...queueEnvironment,
  JOBS_TABLE: z.string(),
  EVENT_BUS: z.string(),
});
