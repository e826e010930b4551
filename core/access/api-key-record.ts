/** The stored form of an API key. It contains the key's hash, never the key. */
import * as z from "zod";
import { planNameSchema } from "../contract/plans.js";
import { scopeSchema } from "../contract/scopes.js";

/** SHA-256 in hexadecimal. */
export const apiKeyHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const apiKeyRecordSchema = z.object({
  hash: apiKeyHashSchema,
  keyId: z.uuid(),
  workspaceId: z.uuid(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  /**
   * A copy of the workspace's plan, so that authentication needs one read. A change of plan updates the workspace and
   * this copy.
   */
  plan: planNameSchema,
  createdAtMs: z.int(),
  /** When the use of the key was last recorded. Up to an hour of later use is not recorded. */
  lastUsedAtMs: z.int().optional(),
});
export type ApiKeyRecord = z.infer<typeof apiKeyRecordSchema>;
