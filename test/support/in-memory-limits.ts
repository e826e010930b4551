/** Token buckets and quotas in memory, with the same conditions as the limits table. */
import type { BucketStore } from "../../core/access/rate-limiter.js";
import type { QuotaStore } from "../../core/previews/preview-quota.js";

export interface InMemoryLimits extends BucketStore, QuotaStore {
  readonly counts: Map<string, number>;
}

export function createInMemoryLimits(): InMemoryLimits {
  const buckets = new Map<string, number>();
  const counts = new Map<string, number>();
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
    countWithin: async (id, limit) => {
      const count = counts.get(id) ?? 0;
      if (count < limit) counts.set(id, count + 1);
      return count < limit;
    },
  };
}
