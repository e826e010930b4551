/** What is free has a limit per workspace and UTC day. */
import type { Log } from "../shared/log.js";
import { DAY_MS, type QuotaStore, takeWithin } from "./quota.js";

/** What is counted. */
export interface CountedThing {
  /** As part of the counter's ID: `previews`. */
  readonly name: string;
  /** The sentence for the caller when none is left. */
  readonly refusal: (perDay: number) => string;
  /** The name of the limit in the details of the error: `previewsPerDay`. */
  readonly limitName: string;
}

/** Takes one of the day. @throws ServiceError `RATE_LIMITED` if none is left. */
export type TakeOfDay = (workspaceId: string, perDay: number, log: Log) => Promise<void>;

export function createDailyQuota(store: QuotaStore, now: () => number, counted: CountedThing): TakeOfDay {
  return async (workspaceId, perDay, log) => {
    const nowMs = now();
    const counter = {
      id: `${counted.name}#${workspaceId}#${new Date(nowMs).toISOString().slice(0, 10)}`,
      limit: perDay,
      nowMs,
      endsAtMs: (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS,
      refusal: counted.refusal(perDay),
      limitName: counted.limitName,
    };
    await takeWithin(store, counter, log);
  };
}
