/** Gets the plan of a workspace, and the credits that it has used this month. */
import type { Caller } from "../access/authenticate.js";
import type { UsageBody } from "../contract/access-api.js";
import { debitAt, monthOf } from "./debit.js";
import type { BalanceStore } from "./month-balance.js";

export async function getUsage(balances: BalanceStore, caller: Caller, nowMs: number): Promise<UsageBody> {
  const month = monthOf(debitAt(nowMs, 1).date);
  const { credits } = caller.plan;
  const balance = await balances.find(caller.workspaceId, month);
  const { granted, spent, remaining, days } = balance ?? { granted: credits, spent: 0, remaining: credits, days: [] };
  return {
    workspaceId: caller.workspaceId,
    plan: { name: caller.planName, ...caller.plan },
    month,
    credits: { granted, spent, remaining },
    days: days.map((day) => ({
      date: `${month}-${String(day.day).padStart(2, "0")}`,
      spent: day.spent,
      refunded: day.refunded,
    })),
  };
}
