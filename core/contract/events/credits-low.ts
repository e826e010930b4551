/** The event that is published when a workspace has used a certain share of its credits for a month. */
import * as z from "zod";
import { IDS, TIMES } from "../example-jobs.js";
import { EVENT_SOURCE, type EventDefinition } from "./event.js";

/** The shares of a month's credits, in percent, whose use is reported. In ascending order. */
export const CREDIT_THRESHOLDS = [80, 100] as const;
export type CreditThreshold = (typeof CREDIT_THRESHOLDS)[number];

/** There is one event per workspace, month and threshold, however often the balance passes the threshold. */
const detail = z.object({
  eventId: z.string().describe("Derives from workspace, month and threshold. A repeated event has the same ID."),
  type: z.literal("credits.low"),
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
export type CreditsEvent = z.infer<typeof detail>;

const balance = () => ({
  month: "2026-03",
  threshold: 80 as const,
  credits: { granted: 1000, spent: 800, remaining: 200 },
});

export const creditsLow = {
  type: "credits.low",
  source: EVENT_SOURCE,
  detail,
  when: "A workspace has used 80 % or 100 % of its [credits of a month](access.md#when-the-credits-are-low).",
  example: () => ({
    eventId: `${IDS.workspace}.credits.2026-03.80`,
    type: "credits.low",
    workspaceId: IDS.workspace,
    timestamp: TIMES.finished,
    hasWebhook: false,
    ...balance(),
  }),
  webhook: {
    summary: "A share of the credits of the month is used; only endpoints receive it",
    data: () => detail.pick({ month: true, threshold: true, credits: true }),
    example: balance,
    subject: "workspace",
    idEnd: /^credits\./,
    subjectIdOf: ({ workspaceId }) => workspaceId,
    dataOf: ({ month, threshold, credits }) => ({ month, threshold, credits }),
  },
} as const satisfies EventDefinition<typeof detail>;
