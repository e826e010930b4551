/** Token buckets and quotas in memory, with the same conditions as the limits table. */
import type { FailedWorkStore } from "../../core/access/failed-work.js";
import type { QuotaStore } from "../../core/access/quota.js";
import type { BucketStore } from "../../core/access/rate-limiter.js";
import type { SlotStore } from "../../core/access/slots.js";

export interface InMemoryLimits extends BucketStore, QuotaStore, SlotStore, FailedWorkStore {
  readonly counts: Map<string, number>;
}

export function createInMemoryLimits(): InMemoryLimits {
  const buckets = new Map<string, number>();
  const counts = new Map<string, number>();
  const slots = new Map<string, { token: string; untilMs: number }>();
  const set = (id: string, fullAtMs: number) => {
    buckets.set(id, fullAtMs);
    return { written: true, fullAtMs } as const;
  };
  return {
    counts,
    extend: async (id, byMs, fromMs, toMs) => {
      const fullAtMs = buckets.get(id);
      const isInRange = fullAtMs !== undefined && fullAtMs >= fromMs && fullAtMs <= toMs;
      return isInRange ? set(id, fullAtMs + byMs) : { written: false, fullAtMs };
    },
    restart: async (id, fullAtMs, beforeMs) => {
      const stored = buckets.get(id);
      return stored === undefined || stored < beforeMs ? set(id, fullAtMs) : { written: false, fullAtMs: stored };
    },
    countWithin: async (id, limit, _expiresAtMs, amount = 1) => {
      const count = counts.get(id) ?? 0;
      if (count < limit) counts.set(id, count + amount);
      return count < limit;
    },
    addTo: async (id, amount) => void counts.set(id, (counts.get(id) ?? 0) + amount),
    readCounters: async (ids) => ids.map((id) => counts.get(id) ?? 0),
    takeSlot: async (id, token, nowMs, untilMs) => {
      const isFree = (slots.get(id)?.untilMs ?? 0) <= nowMs;
      if (isFree) slots.set(id, { token, untilMs });
      return isFree;
    },
    freeSlot: async (id, token) => {
      if (slots.get(id)?.token === token) slots.delete(id);
    },
    listFreeSlots: async (ids, nowMs) => ids.filter((id) => (slots.get(id)?.untilMs ?? 0) <= nowMs),
  };
}
