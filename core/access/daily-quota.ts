/** What is free, or costs the operator money, has a limit per workspace and UTC day. Another one is another row here. */
import type { Log } from "../shared/log.js";
import { DAY_MS, type QuotaStore, takeWithin } from "./quota.js";

/** What a workspace is told when none is left. */
interface DailyQuota {
  /** The name of the limit in the details of the error. */
  readonly limitName: string;
  readonly refusal: (perDay: number) => string;
}

/** By the name that begins the ID of each counter. */
const DAILY_QUOTAS = {
  previews: {
    limitName: "previewsPerDay",
    refusal: (perDay) => `The plan's ${perDay} previews for this UTC day are used up.`,
  },
  purges: {
    limitName: "purgesPerDay",
    refusal: (perDay) => `The plan's ${perDay} purges for this UTC day are used up.`,
  },
  /** Pictures of signed images that were debited and whose files are gone. They are rendered again without a credit. */
  "free-renders": {
    limitName: "freeRendersPerDay",
    refusal: () => "Too many images of this workspace had to be rendered again today. Try again tomorrow.",
  },
} as const satisfies Readonly<Record<string, DailyQuota>>;

/** Takes one of the day. @throws ServiceError `RATE_LIMITED` if none is left. */
export type TakeOfDay = (
  quota: keyof typeof DAILY_QUOTAS,
  workspaceId: string,
  perDay: number,
  log: Log,
) => Promise<void>;

export function createDailyQuotas(store: QuotaStore, now: () => number): TakeOfDay {
  return async (quota, workspaceId, perDay, log) => {
    const nowMs = now();
    const { limitName, refusal } = DAILY_QUOTAS[quota];
    const counter = {
      id: `${quota}#${workspaceId}#${new Date(nowMs).toISOString().slice(0, 10)}`,
      limit: perDay,
      nowMs,
      endsAtMs: (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS,
      refusal: refusal(perDay),
      limitName,
    };
    await takeWithin(store, counter, log);
  };
}
