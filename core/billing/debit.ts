/** What a job was billed, and when: a credit belongs to the UTC month of its debit, and is given back to that month. */
import * as z from "zod";

export const chargeSchema = z.object({
  /** UTC, `2026-11-21`. */
  date: z.iso.date(),
  credits: z.int().min(1),
});
export type Charge = z.infer<typeof chargeSchema>;

export function chargeAt(nowMs: number, credits: number): Charge {
  return { date: new Date(nowMs).toISOString().slice(0, 10), credits };
}

/** `2026-11` */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}
