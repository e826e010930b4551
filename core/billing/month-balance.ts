/** The credits of a workspace in one UTC month. Always: granted = spent + remaining. */
import * as z from "zod";

/** The first debit of a month opens its balance. Until then, the month has all credits of the plan. */
export const monthBalanceSchema = z.object({
  granted: z.int(),
  spent: z.int(),
  /** Below 0 if the workspace moved to a smaller plan after it had spent more than that plan grants. */
  remaining: z.int(),
  /** Credits by day of the month. Days without a debit or refund are omitted. */
  days: z.array(z.object({ day: z.int().min(1).max(31), spent: z.int(), refunded: z.int() })),
});
export type MonthBalance = z.infer<typeof monthBalanceSchema>;

export interface BalanceStore {
  /** Resolves to `undefined` for a month without a debit. `month` is, for example, `2026-11`. */
  find(workspaceId: string, month: string): Promise<MonthBalance | undefined>;
}
