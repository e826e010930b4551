/** How often viewers can have pictures of signed images rendered again without a credit, per workspace and UTC day. */
import { createDailyQuota } from "../access/daily-quota.js";
import type { QuotaStore } from "../access/quota.js";
import { MAX_FREE_RENDERS_PER_DAY } from "../contract/limits.js";
import type { Log } from "../shared/log.js";

/** Takes one of the day. @throws ServiceError `RATE_LIMITED` if none is left. */
export type TakeOne = (workspaceId: string, log: Log) => Promise<void>;

/** A picture that was debited and whose file is gone is rendered again without a credit. */
export function createFreeRenderQuota(store: QuotaStore, now: () => number): TakeOne {
  const takeOfDay = createDailyQuota(store, now, {
    name: "free-renders",
    limitName: "freeRendersPerDay",
    refusal: () => "Too many images of this workspace had to be rendered again today. Try again tomorrow.",
  });
  return (workspaceId, log) => takeOfDay(workspaceId, MAX_FREE_RENDERS_PER_DAY, log);
}
