/** The request and response bodies about workspaces, API keys, sessions and usage. */
import * as z from "zod";
import { planNameSchema, planSchema } from "./plans.js";
import { type Scope, scopeSchema } from "./scopes.js";
import { NOT_EMPTY } from "./values.js";

const nameSchema = z.string().trim().min(1).max(200);
/** Only the response that creates a key contains its text. */
const keyTextSchema = z.string().describe("The text of the key. It is returned only once.");

export const keyBodySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso
    .datetime()
    .optional()
    .describe("The last request with the key or a session of it, to the hour. Absent if the key was never used."),
});
export type KeyBody = z.infer<typeof keyBodySchema>;
export const keyListSchema = z.object({ keys: z.array(keyBodySchema) });

const scopesSchema = z.array(scopeSchema).min(1);
const distinct = (scopes: readonly Scope[]) => [...new Set(scopes)];

export const createKeySchema = z.object({
  name: nameSchema,
  scopes: scopesSchema.default(["render"]).transform(distinct).describe("Only scopes that the caller's own key has."),
});
export type CreateKey = z.infer<typeof createKeySchema>;
export const createdKeySchema = keyBodySchema.extend({ key: keyTextSchema });

export const workspaceBodySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: planNameSchema,
  createdAt: z.iso.datetime(),
  deletion: z
    .object({
      startedAt: z.iso.datetime().describe("When the keys stopped."),
      status: z
        .enum(["removing", "checking"])
        .describe(
          "`removing`: contents are being removed. `checking`: they are gone, and the service looks again for what " +
            "was still running. After that, the workspace is gone.",
        ),
    })
    .optional()
    .describe("Only of a workspace that is being deleted."),
});
export type WorkspaceBody = z.infer<typeof workspaceBodySchema>;
export const workspaceListSchema = z.object({ workspaces: z.array(workspaceBodySchema) });

export const createWorkspaceSchema = z.object({ name: nameSchema, plan: planNameSchema });
export type CreateWorkspace = z.infer<typeof createWorkspaceSchema>;
export const updateWorkspaceSchema = z.object({ name: nameSchema.optional(), plan: planNameSchema.optional() });
export type UpdateWorkspace = z.infer<typeof updateWorkspaceSchema>;
/** Contains the workspace's first key, with the scopes `render`, `templates` and `admin`. */
export const createdWorkspaceSchema = workspaceBodySchema.extend({ key: keyTextSchema });

/** A session begins with a key or with a sign-in link. */
export const createSessionSchema = z
  .object({
    apiKey: z.string().max(200).optional(),
    token: z.string().max(200).optional().describe("The token of a sign-in link: the text after `#`. It works once."),
  })
  .refine(({ apiKey, token }) => (apiKey === undefined) !== (token === undefined), {
    path: ["apiKey"],
    error: "Send either `apiKey` or `token`.",
  })
  .meta(NOT_EMPTY);
export type CreateSession = z.infer<typeof createSessionSchema>;
export const sessionBodySchema = z.object({
  workspaceId: z.uuid(),
  scopes: z.array(scopeSchema),
  expiresAt: z.iso.datetime(),
});
export type SessionBody = z.infer<typeof sessionBodySchema>;

export const createSessionLinkSchema = z.object({
  name: nameSchema.describe("Who signs in. The session has this name."),
  scopes: scopesSchema.transform(distinct).describe("The scopes of the session. Only scopes that the caller has."),
});
export type CreateSessionLink = z.infer<typeof createSessionLinkSchema>;
export const sessionLinkBodySchema = z.object({
  url: z.url().describe("The link. It is returned only once, and it works once."),
  expiresAt: z.iso.datetime(),
});

/** The caller of a request. */
export const callerBodySchema = z.object({
  workspaceId: z.uuid(),
  workspaceName: z.string(),
  scopes: z.array(scopeSchema),
  by: z.enum(["key", "session"]).describe("Whether the request has an API key or a session."),
  name: z.string().describe("The name of the key, or of the sign-in link that the session began with."),
  expiresAt: z.iso.datetime().optional().describe("When the session ends. Absent for a key."),
});
export type CallerBody = z.infer<typeof callerBodySchema>;

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
