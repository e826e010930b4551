/** The environment of the image function. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";
import { plansEnvironment } from "../shared/http-environment.js";
import { renderingEnvironment } from "../shared/rendering-environment.js";

export const imageEnvironmentSchema = z.object({
  ...commonEnvironment,
  ...plansEnvironment,
  ...renderingEnvironment,
  CLAIMS_TABLE: z.string(),
  LIMITS_TABLE: z.string(),
  TEMPLATES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
  INTERACTIVE_QUEUE_URL: z.url(),
  HEAVY_QUEUE_URL: z.url(),
});
