/** Limits the number of purges, because each purge costs the operator money. */
import { createDailyQuotas } from "../access/daily-quotas.js";
import { type QuotaStore, takeWithin } from "../access/quota.js";
import { ServiceError } from "../contract/errors.js";
import type { Plan } from "../contract/plans.js";
import type { Log } from "../shared/log.js";

/** The workspace that purges a picture, and its plan. */
export interface Purger {
  readonly workspaceId: string;
  readonly planName: string;
  readonly plan: Pick<Plan, "purgesPerDay">;
}

/**
 * Takes one purge from the daily quota of the workspace and from the monthly quota of the deployment.
 *
 * @throws ServiceError `FORBIDDEN` if the plan has no purges, `RATE_LIMITED` if none is left
 */
export type TakePurge = (purger: Purger, log: Log) => Promise<void>;

/**
 * @param perMonth the maximum number of purges by all workspaces in a UTC month
 */
export function createPurgeQuota(store: QuotaStore, now: () => number, perMonth: number): TakePurge {
  const takeOfDay = createDailyQuotas(store, now);
  return async ({ workspaceId, planName, plan: { purgesPerDay } }, log) => {
    if (purgesPerDay === 0) {
      const details = { feature: "purges", allowed: 0 };
      throw new ServiceError("FORBIDDEN", `The plan "${planName}" has no purges.`, { details });
    }
    // Take from the daily quota first: a workspace without purges left must not use up the monthly quota of all others.
    await takeOfDay("purges", workspaceId, purgesPerDay, log);
    const nowMs = now();
    const date = new Date(nowMs);
    const counter = {
      id: `purges#all#${date.toISOString().slice(0, 7)}`,
      limit: perMonth,
      nowMs,
      endsAtMs: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1),
      refusal:
        `All ${perMonth} purges of this service for this UTC month are used up, because each further one costs money. ` +
        "The operator can raise the setting `purgesPerMonth`.",
      limitName: "purgesPerMonth",
    };
    await takeWithin(store, counter, log);
  };
}
