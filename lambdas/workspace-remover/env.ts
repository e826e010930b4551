/** The environment of the workspace-remover function. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const workspaceRemoverEnvironmentSchema = z.object({
  ...commonEnvironment,
  WORKSPACES_TABLE: z.string(),
  API_KEYS_TABLE: z.string(),
  TEMPLATES_TABLE: z.string(),
  CLAIMS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  WEBHOOKS_TABLE: z.string(),
  LIMITS_TABLE: z.string(),
  BUCKET: z.string(),
});
