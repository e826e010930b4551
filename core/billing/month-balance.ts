/** A workspace's credits in one UTC month: granted = spent + remaining, at every moment. */
import * as z from "zod";

/** The balance opens itself with the month's first debit; until then the month has the plan's whole grant. */
export const monthBalanceSchema = z.object({
  granted: z.int(),
  spent: z.int(),
  /** Below 0 when the plan was reduced after more had been spent. */
  remaining: z.int(),
  /** Credits by day of the month, those without any movement left out. */
  days: z.array(z.object({ day: z.int().min(1).max(31), spent: z.int(), refunded: z.int() })),
});
export type MonthBalance = z.infer<typeof monthBalanceSchema>;

export interface BalanceStore {
  /** `undefined` for a month that nothing was debited in. `month` is `2026-11`. */
  find(workspaceId: string, month: string): Promise<MonthBalance | undefined>;
}
