/** The renderer function's environment. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const rendererEnvironmentSchema = z.object({
  ...commonEnvironment,
  TEMPLATES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  EVENT_BUS: z.string(),
  /** JSON: queue URLs by queue ARN. */
  QUEUE_URLS: z.string(),
  ALLOW_LOOPBACK_TARGETS: z.stringbool(),
  /** Read by the C library: the codecs' threads would else each keep their freed memory (`npm run bench:memory`). */
  MALLOC_ARENA_MAX: z.literal("2"),
});
