/** The environment of the renderer function. */
import * as z from "zod";
import { queueEnvironment } from "../shared/environment.js";
import { renderingEnvironment } from "../shared/rendering-environment.js";

export const rendererEnvironmentSchema = z.object({
  ...queueEnvironment,
  ...renderingEnvironment,
  TEMPLATES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  LIMITS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
});
