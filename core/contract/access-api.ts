/** The request and response bodies about workspaces, API keys, sessions and usage. */
import * as z from "zod";
import { planNameSchema, planSchema } from "./plans.js";
import { scopeSchema } from "./scopes.js";

const nameSchema = z.string().trim().min(1).max(200);
/** Only the response that creates a key contains its text. */
const keyTextSchema = z.string().describe("The text of the key. It is returned only once.");

export const keyBodySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: z.iso.datetime(),
});
export type KeyBody = z.infer<typeof keyBodySchema>;
export const keyListSchema = z.object({ keys: z.array(keyBodySchema) });

export const createKeySchema = z.object({
  name: nameSchema,
  scopes: z
    .array(scopeSchema)
    .min(1)
    .default(["render"])
    .transform((scopes) => [...new Set(scopes)])
    .describe("Only scopes that the caller's own key has."),
});
export type CreateKey = z.infer<typeof createKeySchema>;
export const createdKeySchema = keyBodySchema.extend({ key: keyTextSchema });

export const workspaceBodySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: planNameSchema,
  createdAt: z.iso.datetime(),
});
export type WorkspaceBody = z.infer<typeof workspaceBodySchema>;
export const workspaceListSchema = z.object({ workspaces: z.array(workspaceBodySchema) });

export const createWorkspaceSchema = z.object({ name: nameSchema, plan: planNameSchema });
export type CreateWorkspace = z.infer<typeof createWorkspaceSchema>;
export const updateWorkspaceSchema = z.object({ name: nameSchema.optional(), plan: planNameSchema.optional() });
export type UpdateWorkspace = z.infer<typeof updateWorkspaceSchema>;
/** Contains the workspace's first key, with the scopes `render`, `templates` and `admin`. */
export const createdWorkspaceSchema = workspaceBodySchema.extend({ key: keyTextSchema });

export const createSessionSchema = z.object({ apiKey: z.string().max(200) });
export const sessionBodySchema = z.object({
  workspaceId: z.uuid(),
  scopes: z.array(scopeSchema),
  expiresAt: z.iso.datetime(),
});
export type SessionBody = z.infer<typeof sessionBodySchema>;

/** The caller of a request. */
export const callerBodySchema = z.object({
  workspaceId: z.uuid(),
  scopes: z.array(scopeSchema),
  by: z.enum(["key", "session"]).describe("Whether the request has an API key or a session."),
});

export const usageBodySchema = z.object({
  workspaceId: z.uuid(),
  plan: planSchema.extend({ name: planNameSchema }),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .describe("The UTC month of the figures."),
  /** granted = spent + remaining */
  credits: z.object({ granted: z.int(), spent: z.int(), remaining: z.int() }),
  /** The days with debits or refunds. A refund counts on the day of the refund. */
  days: z.array(z.object({ date: z.iso.date(), spent: z.int(), refunded: z.int() })),
});
export type UsageBody = z.infer<typeof usageBodySchema>;
