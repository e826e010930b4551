/** Monthly balances in memory, with the same conditions as the workspaces table. */
import type { CreditChange } from "../../core/access/workspace.js";
import { type Debit, monthOf } from "../../core/billing/debit.js";
import type { BalanceStore, MonthBalance } from "../../core/billing/month-balance.js";

export interface InMemoryBalances extends BalanceStore {
  /** The balances by workspace and month, for example `<workspace> 2026-11`. */
  readonly months: Map<string, MonthBalance>;
  /** Returns whether the month has enough credits. A month without a balance has `grant`. */
  hasCredits(workspaceId: string, debit: Debit, grant: number): boolean;
  /** Takes the credits. The first debit of a month opens it with `grant`. */
  debit(workspaceId: string, debit: Debit, grant: number): void;
  /** Refunds a debit to its month and day. */
  refund(workspaceId: string, debit: Debit): void;
  /** Applies a change of plan. */
  changePlan(workspaceId: string, change: CreditChange): void;
}

export function createInMemoryBalances(): InMemoryBalances {
  const months: InMemoryBalances["months"] = new Map();
  const keyOf = (workspaceId: string, month: string) => `${workspaceId} ${month}`;
  return {
    months,
    find: async (workspaceId, month) => months.get(keyOf(workspaceId, month)),

    hasCredits: (workspaceId, { date, credits }, grant) =>
      (months.get(keyOf(workspaceId, monthOf(date)))?.remaining ?? grant) >= credits,

    debit: (workspaceId, debit, grant) => {
      const key = keyOf(workspaceId, monthOf(debit.date));
      const balance = months.get(key) ?? openMonth(grant);
      months.set(key, {
        ...balance,
        spent: balance.spent + debit.credits,
        remaining: balance.remaining - debit.credits,
        days: addToDay(balance.days, debit, "spent"),
      });
    },

    refund: (workspaceId, debit) => {
      const key = keyOf(workspaceId, monthOf(debit.date));
      const balance = months.get(key);
      if (balance === undefined) throw new Error(`There is no balance ${key}.`);
      months.set(key, {
        ...balance,
        spent: balance.spent - debit.credits,
        remaining: balance.remaining + debit.credits,
        days: addToDay(balance.days, debit, "refunded"),
      });
    },

    changePlan: (workspaceId, { month, before, after }) => {
      const key = keyOf(workspaceId, month);
      const balance = months.get(key) ?? openMonth(before);
      const difference = after - before;
      months.set(key, {
        ...balance,
        granted: balance.granted + difference,
        remaining: balance.remaining + difference,
      });
    },
  };
}

function openMonth(grant: number): MonthBalance {
  return { granted: grant, spent: 0, remaining: grant, days: [] };
}

function addToDay(days: MonthBalance["days"], debit: Debit, kind: "spent" | "refunded"): MonthBalance["days"] {
  const day = Number(debit.date.slice(8));
  const known = days.find((one) => one.day === day) ?? { day, spent: 0, refunded: 0 };
  const others = days.filter((one) => one.day !== day);
  return [...others, { ...known, [kind]: known[kind] + debit.credits }].sort((a, b) => a.day - b.day);
}
