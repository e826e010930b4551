/** Daily quotas per workspace, for operations that are free or cost the operator money. Each quota is a row here. */
import type { Log } from "../shared/log.js";
import { type QuotaStore, takeWithin } from "./quota.js";
import { utcDayAt } from "./utc-day.js";

/** A quota for one UTC day, and the error for a workspace that has used it up. */
interface DailyQuota {
  /** The name of the limit in the details of the error. */
  readonly limitName: string;
  readonly refusal: (perDay: number) => string;
}

/** The quotas by name. The ID of each counter begins with the name. */
const DAILY_QUOTAS = {
  previews: {
    limitName: "previewsPerDay",
    refusal: (perDay) => `The plan's ${perDay} previews for this UTC day are used up.`,
  },
  purges: {
    limitName: "purgesPerDay",
    refusal: (perDay) => `The plan's ${perDay} purges for this UTC day are used up.`,
  },
  /** Pictures of signed images that were debited, but whose files are gone. They are rendered again without a debit. */
  "free-renders": {
    limitName: "freeRendersPerDay",
    refusal: () => "Too many images of this workspace had to be rendered again today.",
  },
} as const satisfies Readonly<Record<string, DailyQuota>>;

/** Takes one unit of a quota for the current UTC day. @throws ServiceError `RATE_LIMITED` if no unit is left. */
export type TakeDailyQuota = (
  quota: keyof typeof DAILY_QUOTAS,
  workspaceId: string,
  perDay: number,
  log: Log,
) => Promise<void>;

export function createDailyQuotas(store: QuotaStore, now: () => number): TakeDailyQuota {
  return async (quota, workspaceId, perDay, log) => {
    const nowMs = now();
    const { limitName, refusal } = DAILY_QUOTAS[quota];
    const { date, endsAtMs } = utcDayAt(nowMs);
    const counter = {
      id: `${quota}#${workspaceId}#${date}`,
      limit: perDay,
      nowMs,
      endsAtMs,
      refusal: refusal(perDay),
      limitName,
    };
    await takeWithin(store, counter, log);
  };
}
