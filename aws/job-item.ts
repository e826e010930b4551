/**
 * Jobs as items of the jobs table.
 *
 * Stored attribute names cannot change, because items exist: the debit of a job is stored as `charge`.
 *
 * Inputs are stored as JSON text. The SDK refuses some of their values (an object with the key `constructor`), and
 * DynamoDB refuses others (the number 1e300). Older items contain them as a map.
 */
import * as z from "zod";
import { type Debit, debitSchema } from "../core/billing/debit.js";
import { type CorruptJob, CorruptJobError, corruptJobSchema } from "../core/renders/corrupt-job.js";
import { type Job, jobSchema, renderInputsSchema } from "../core/renders/job.js";
import { parseItem } from "./stored-item.js";

const jobItemSchema = jobSchema
  .omit({ debit: true })
  .extend({
    charge: debitSchema.optional(),
    inputs: z.union([jobSchema.shape.inputs, z.string().transform(parseText).pipe(renderInputsSchema)]),
  })
  .transform(({ charge, ...job }): Job => ({ ...job, ...(charge !== undefined && { debit: charge }) }));

export function jobItemOf({ debit, inputs, metadata, ...job }: Job): Record<string, unknown> {
  return {
    ...job,
    inputs: "key" in inputs ? inputs : JSON.stringify(inputs),
    // The SDK marshalls a map by its entries. For an object it reads the `constructor`, which can be a key that the
    // caller sent.
    ...(metadata !== undefined && { metadata: new Map(Object.entries(metadata)) }),
    ...(debit !== undefined && { charge: debit }),
  };
}

/** Parses JSON text. Returns any other text unchanged, so that the schema reports it. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws CorruptJobError */
export function parseJobItem(item: unknown): Job {
  const result = jobItemSchema.safeParse(item);
  if (result.success) return result.data;
  throw new CorruptJobError(`An item of the jobs table is corrupt: ${z.prettifyError(result.error)}`);
}

/** Parses the part of a corrupt item that is needed to end its job. @throws Error if the item lacks that part */
export function parseCorruptJobItem(item: unknown): CorruptJob & { readonly debit: Debit | undefined } {
  const schema = corruptJobSchema.extend({ charge: debitSchema.optional() });
  const { charge, ...job } = parseItem(schema, item, "the jobs table");
  return { ...job, debit: charge };
}
