/** A job whose stored item cannot be parsed as a whole. */
import * as z from "zod";
import { debitSchema } from "../billing/debit.js";
import { jobStatusSchema } from "../contract/job-body.js";
import { batchEndSchema } from "./job.js";

/** The part of a job that is needed to end it. */
export const corruptJobSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  status: jobStatusSchema,
  requestId: z.string().catch("unknown"),
  createdAtMs: z.int().catch(0),
  finishedAtMs: z.int().optional().catch(undefined),
  publishedAtMs: z.int().optional().catch(undefined),
  webhookUrl: z.string().optional().catch(undefined),
  debit: debitSchema.optional().catch(undefined),
  checksCredits: z.literal(true).optional().catch(undefined),
  batchId: z.uuid().optional().catch(undefined),
  batchEnd: batchEndSchema.optional().catch(undefined),
});
export type CorruptJob = z.infer<typeof corruptJobSchema>;

/** Thrown if a stored job cannot be parsed. The message contains the issues, for the log. */
export class CorruptJobError extends Error {
  override readonly name = "CorruptJobError";
}
