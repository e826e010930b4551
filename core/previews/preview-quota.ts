/** Previews are free, so their number per workspace and UTC day is limited. */
import { createDailyQuota, type TakeOfDay } from "../access/daily-quota.js";
import type { QuotaStore } from "../access/quota.js";

/** Takes one of the previews of the day. @throws ServiceError `RATE_LIMITED` if none is left. */
export type TakePreview = TakeOfDay;

export function createPreviewQuota(store: QuotaStore, now: () => number): TakePreview {
  return createDailyQuota(store, now, {
    name: "previews",
    limitName: "previewsPerDay",
    refusal: (perDay) => `The plan's ${perDay} previews for this UTC day are used up.`,
  });
}
