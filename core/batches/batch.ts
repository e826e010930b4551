/** The batch: jobs that were created together. */
import * as z from "zod";
import { batchDownloadSchema } from "./batch-download.js";
import { debitSchema } from "../billing/debit.js";
import { MAX_BATCH_SIZE } from "../contract/limits.js";

export const batchSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  /** The ID of the request that created the batch. */
  requestId: z.string(),
  /** In the order of the request. */
  jobIds: z.array(z.uuid()).min(1).max(MAX_BATCH_SIZE),
  webhookUrl: z.string().optional(),
  /** The template of all jobs. Missing if they have different ones, and in batches that are older than the list. */
  templateId: z.uuid().optional(),
  createdAtMs: z.int(),
  /** The number of jobs that have not ended. The transaction that ends a job decrements it. */
  remaining: z.int().min(0),
  /** The number of jobs that have failed. */
  failed: z.int().min(0),
  /** When the last job ended. */
  finishedAtMs: z.int().optional(),
  /** The single debit for all jobs. Each job has a share of it, which is refunded if the job fails. */
  debit: debitSchema.optional(),
  /** The download as ZIP. */
  archive: batchDownloadSchema.optional(),
  /** The download as PDF. */
  pdfArchive: batchDownloadSchema.optional(),
  /** The ID of the idempotency record that was written with the batch. */
  recordId: z.string().optional(),
});
export type Batch = z.infer<typeof batchSchema>;

export function hasEnded({ remaining }: Pick<Batch, "remaining">): boolean {
  return remaining === 0;
}
