/** Previews are unbilled, so a workspace has only so many of them in a UTC day. */
import { ServiceError } from "../contract/errors.js";
import { LIMITER_FAILED } from "../contract/log-events.js";
import type { Log } from "../renders/ports.js";

export interface QuotaStore {
  /** Counts one under the id if fewer than `limit` are counted, kept until `expiresAtMs`. Resolves to whether it was. */
  countWithin(id: string, limit: number, expiresAtMs: number): Promise<boolean>;
}

/** Takes one of the day's previews. @throws ServiceError `RATE_LIMITED` when there is none left. */
export type TakePreview = (workspaceId: string, perDay: number, log: Log) => Promise<void>;

const DAY_MS = 24 * 60 * 60 * 1000;

export function createPreviewQuota(store: QuotaStore, now: () => number): TakePreview {
  return async (workspaceId, perDay, log) => {
    const nowMs = now();
    const endsAtMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
    const id = `previews#${workspaceId}#${new Date(nowMs).toISOString().slice(0, 10)}`;
    if (perDay > 0 && (await countOrPass(store, id, perDay, endsAtMs, log))) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
    throw new ServiceError("RATE_LIMITED", `The plan's ${perDay} previews of this day (UTC) are used up.`, {
      details: { retryAfterSeconds, previewsPerDay: perDay },
    });
  };
}

/** A quota guards against waste, not the service: when its table fails, previews go on. */
async function countOrPass(
  store: QuotaStore,
  id: string,
  perDay: number,
  endsAtMs: number,
  log: Log,
): Promise<boolean> {
  try {
    // Kept a day longer for whoever looks into a complaint.
    return await store.countWithin(id, perDay, endsAtMs + DAY_MS);
  } catch (error) {
    log.error("The preview quota's table failed; the request passes.", { error, event: LIMITER_FAILED });
    return true;
  }
}
