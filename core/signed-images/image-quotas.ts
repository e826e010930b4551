/** What owners and viewers of signed images can do without a credit, per workspace and UTC day. */
import { createDailyQuota, type QuotaStore, type TakeOfDay } from "../access/daily-quota.js";
import { MAX_FREE_RENDERS_PER_DAY, MAX_PURGES_PER_DAY } from "../contract/limits.js";
import type { Log } from "../renders/ports.js";

/** Takes one of the day. @throws ServiceError `RATE_LIMITED` if none is left. */
export type TakeOne = (workspaceId: string, log: Log) => Promise<void>;

/** Each purge invalidates two paths at the edge. CloudFront bills paths, and processes a limited number at a time. */
export function createPurgeQuota(store: QuotaStore, now: () => number): TakeOne {
  return withLimit(
    createDailyQuota(store, now, {
      name: "purges",
      limitName: "purgesPerDay",
      refusal: (perDay) => `The ${perDay} purges of this workspace for this UTC day are used up.`,
    }),
    MAX_PURGES_PER_DAY,
  );
}

/** A picture that was debited and whose file is gone is rendered again without a credit. */
export function createFreeRenderQuota(store: QuotaStore, now: () => number): TakeOne {
  return withLimit(
    createDailyQuota(store, now, {
      name: "free-renders",
      limitName: "freeRendersPerDay",
      refusal: () => "Too many images of this workspace had to be rendered again today. Try again tomorrow.",
    }),
    MAX_FREE_RENDERS_PER_DAY,
  );
}

function withLimit(take: TakeOfDay, perDay: number): TakeOne {
  return (workspaceId, log) => take(workspaceId, perDay, log);
}
