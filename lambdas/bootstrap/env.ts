/** The environment of the bootstrap function. */
import * as z from "zod";
import { commonEnvironment } from "../shared/environment.js";

export const bootstrapEnvironmentSchema = z.object({
  ...commonEnvironment,
  TEMPLATES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  API_KEYS_TABLE: z.string(),
  JOBS_TABLE: z.string(),
  BATCHES_TABLE: z.string(),
  CLAIMS_TABLE: z.string(),
  WEBHOOKS_TABLE: z.string(),
  /** Used only to find out when the stack was created. */
  LIMITS_TABLE: z.string(),
  BUCKET: z.string(),
  FIRST_KEY_SECRET: z.string(),
  SIGNING_KEYS_SECRET: z.string(),
  /** The ARN of the edge's key-value store. */
  EDGE_KEYS: z.string(),
});
