/** The event that is published when a workspace has used a share of its credits of a month. */
import * as z from "zod";

export const CREDITS_LOW = "credits.low";

/** The used shares of a month's credits, in percent, that are reported. Ascending. */
export const CREDIT_THRESHOLDS = [80, 100] as const;
export type CreditThreshold = (typeof CREDIT_THRESHOLDS)[number];

/** There is one event per workspace, month and threshold, however often the balance passes the threshold. */
export const creditsEventSchema = z.object({
  eventId: z.string().describe("Derives from workspace, month and threshold. A repeated event has the same ID."),
  type: z.literal(CREDITS_LOW),
  workspaceId: z.uuid(),
  timestamp: z.iso.datetime(),
  hasWebhook: z.literal(false).describe("The event belongs to no job with a `webhookUrl`."),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .describe("The UTC month of the credits."),
  threshold: z.literal(CREDIT_THRESHOLDS).describe("How much of the credits is used, in percent."),
  credits: z
    .object({ granted: z.int(), spent: z.int(), remaining: z.int() })
    .describe("The balance when the threshold was noticed. granted = spent + remaining"),
});
export type CreditsEvent = z.infer<typeof creditsEventSchema>;
