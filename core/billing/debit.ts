/** The credits that a job cost, and the day of the debit. A refund goes to the UTC month that was debited. */
import * as z from "zod";

export const debitSchema = z.object({
  /** UTC, `2026-11-21`. */
  date: z.iso.date(),
  credits: z.int().min(1),
  /**
   * The shards of the month's balance that the credits came from. A refund returns the credits to the same shards. The
   * store sets this field when it writes the job. Debits from before the introduction of shards do not have it.
   */
  shards: z.array(z.object({ shard: z.int(), credits: z.int().min(1) })).optional(),
});
export type Debit = z.infer<typeof debitSchema>;

/** The part of a debit that one shard pays. */
export type DebitShare = NonNullable<Debit["shards"]>[number];

export function debitAt(nowMs: number, credits: number): Debit {
  return { date: new Date(nowMs).toISOString().slice(0, 10), credits };
}

/** Returns the month of a date, for example `2026-11`. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}
