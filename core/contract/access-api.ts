/** Workspaces, API keys, sessions and usage as callers see them. */
import * as z from "zod";
import { planNameSchema, planSchema } from "./plans.js";
import { scopeSchema } from "./scopes.js";

const nameSchema = z.string().trim().min(1).max(200);
/** The one answer that holds a key's text; nobody can read it again. */
const keyTextSchema = z.string().describe("The key itself. It is shown this once.");

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
    .describe("None that the caller's own key lacks."),
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
/** With the workspace's first key, of scopes `render`, `templates` and `admin`. */
export const createdWorkspaceSchema = workspaceBodySchema.extend({ key: keyTextSchema });

export const createSessionSchema = z.object({ apiKey: z.string().max(200) });
export const sessionBodySchema = z.object({
  workspaceId: z.uuid(),
  scopes: z.array(scopeSchema),
  expiresAt: z.iso.datetime(),
});
export type SessionBody = z.infer<typeof sessionBodySchema>;

export const usageBodySchema = z.object({
  workspaceId: z.uuid(),
  plan: planSchema.extend({ name: planNameSchema }),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .describe("The UTC month that the figures belong to."),
  /** granted = spent + remaining */
  credits: z.object({ granted: z.int(), spent: z.int(), remaining: z.int() }),
  /** Days of the month on which credits moved, by the day of the debit; what was given back stands on the day it was. */
  days: z.array(z.object({ date: z.iso.date(), spent: z.int(), refunded: z.int() })),
});
export type UsageBody = z.infer<typeof usageBodySchema>;
