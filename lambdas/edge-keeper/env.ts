/** The environment of the edge-keeper function. */
import * as z from "zod";
import { httpEnvironment } from "../shared/http-environment.js";

export const edgeKeeperEnvironmentSchema = z.object({
  ...httpEnvironment,
  TEMPLATES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
  SIGNING_KEYS_SECRET: z.string(),
  /** The ARN of the edge's key-value store. */
  EDGE_KEYS: z.string(),
  PURGES_PER_MONTH: z.coerce.number().int().min(1),
});
