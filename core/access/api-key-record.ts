/** An API key as stored: by its hash, never the key itself. */
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
  /** The workspace's plan. It stands here too so that one look-up tells all; whoever changes the plan changes both. */
  plan: planNameSchema,
  createdAtMs: z.int(),
});
export type ApiKeyRecord = z.infer<typeof apiKeyRecordSchema>;
