/** The query and the responses of the ledger. */
import * as z from "zod";
import { nextCursorSchema } from "./list-query.js";

/** The largest page. Its JSON has about 200 KB. */
const MAX_PAGE = 1000;

const monthSchema = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "It must be a month, for example 2026-11.")
  .describe("The UTC month.");

export const ledgerQuerySchema = z.object({
  month: monthSchema.optional().describe("The UTC month, for example `2026-11`. Default: the current one."),
  format: z
    .enum(["json", "csv"])
    .optional()
    .describe("The form of the response. Default: CSV if `Accept` prefers `text/csv`, otherwise JSON."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE)
    .default(100)
    .describe("The maximum number of entries on the page."),
  cursor: z.string().min(1).max(300).optional().describe("The `nextCursor` of the previous page of the same month."),
});
export type LedgerQuery = z.infer<typeof ledgerQuerySchema>;

export const ledgerKindSchema = z.enum(["debit", "refund"]);

/** One line of the ledger. A job has at most one debit and one refund. */
export const ledgerEntryBodySchema = z.object({
  kind: ledgerKindSchema,
  credits: z.int().describe("How many credits were taken or returned. Always positive."),
  at: z.iso
    .datetime()
    .describe("When the credits moved. A refund belongs to the month of its debit, even if it came later."),
  jobId: z.uuid().describe("The job. A batch has one debit, with the ID of the batch, and refunds by job."),
  requestId: z.string().describe("The request that created the job."),
});
export type LedgerEntryBody = z.infer<typeof ledgerEntryBodySchema>;

/** The entries of a month. Their order is always the same, but not chronological. */
export const ledgerPageSchema = z.object({
  month: monthSchema,
  entries: z.array(ledgerEntryBodySchema),
  nextCursor: nextCursorSchema,
});
