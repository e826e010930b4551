/**
 * Jobs as items of the jobs table.
 *
 * Stored attribute names cannot change, because items exist: the debit of a job is stored as `charge`.
 */
import { debitSchema } from "../core/billing/debit.js";
import { type Job, jobSchema } from "../core/renders/job.js";
import { parseItem } from "./stored-item.js";

const jobItemSchema = jobSchema
  .omit({ debit: true })
  .extend({ charge: debitSchema.optional() })
  .transform(({ charge, ...job }): Job => ({ ...job, ...(charge !== undefined && { debit: charge }) }));

export function jobItemOf({ debit, ...job }: Job): Record<string, unknown> {
  return { ...job, ...(debit !== undefined && { charge: debit }) };
}

/** @throws Error for a corrupt item */
export function parseJobItem(item: unknown): Job {
  return parseItem(jobItemSchema, item, "the jobs table");
}
