/** The preview function's environment. */
import * as z from "zod";
import { httpEnvironment } from "../shared/http-environment.js";

export const previewEnvironmentSchema = z.object({
  ...httpEnvironment,
  TEMPLATES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  ALLOW_LOOPBACK_TARGETS: z.stringbool(),
  /** Read by the C library, as the renderer's. */
  MALLOC_ARENA_MAX: z.literal("2"),
});
