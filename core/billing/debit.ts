/** The credits that a job cost, and the day of the debit. A refund goes to the UTC month that was debited. */
import * as z from "zod";

export const debitSchema = z.object({
  /** UTC, `2026-11-21`. */
  date: z.iso.date(),
  credits: z.int().min(1),
});
export type Debit = z.infer<typeof debitSchema>;

export function debitAt(nowMs: number, credits: number): Debit {
  return { date: new Date(nowMs).toISOString().slice(0, 10), credits };
}

/** The month of a date, as `2026-11`. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}
