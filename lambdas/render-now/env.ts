/** The environment of the render-now function. */
import * as z from "zod";
import { httpEnvironment } from "../shared/http-environment.js";
import { renderQueueEnvironment } from "../shared/render-queue-environment.js";
import { renderingEnvironment } from "../shared/rendering-environment.js";
import { retentionEnvironment } from "../shared/retention-environment.js";

export const renderNowEnvironmentSchema = z.object({
  ...httpEnvironment,
  ...renderQueueEnvironment,
  ...renderingEnvironment,
  TEMPLATES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
  SIGNING_KEYS_SECRET: z.string(),
  ...retentionEnvironment,
  /** How long CloudFront waits for the response. */
  ORIGIN_TIMEOUT_SECONDS: z.coerce.number().int(),
  /** The longest lease of a job. */
  RENDER_TIMEOUT_SECONDS: z.coerce.number().int(),
});
