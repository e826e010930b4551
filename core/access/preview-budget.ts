/**
 * Limits the processor time of a workspace's previews in a UTC day. A preview is free for its sender, and one takes
 * between 10 ms and 10 s.
 *
 * The estimated time is taken before the picture is drawn, and corrected to the measured time afterwards. So previews
 * that are drawn at the same time cannot exceed the budget together, and a function that dies has paid its estimate.
 */
import { LIMITER_FAILED } from "../contract/log-events.js";
import type { Plan } from "../contract/plans.js";
import { DAY_MS } from "../shared/day-ms.js";
import type { Log } from "../shared/log.js";
import type { GoOnUntil } from "../shared/go-on-until.js";
import type { FailedWorkStore, OnCpuMs } from "./failed-work.js";
import { type Counter, type QuotaStore, takeWithin } from "./quota.js";
import { utcDayAt } from "./utc-day.js";

export type PreviewBudgetStore = QuotaStore & Pick<FailedWorkStore, "addTo">;

/** The workspace that pays for a preview. */
export interface PreviewPayer {
  readonly workspaceId: string;
  readonly plan: Pick<Plan, "previewSecondsPerDay">;
}

/**
 * Runs a render within the budget of the workspace. A render that reports no processor time costs nothing. With `goOnUntil`,
 * the measured time is counted after the picture is returned.
 *
 * @throws ServiceError `RATE_LIMITED` if the budget of the UTC day is used up, and everything that `render` throws
 */
export type SpendPreviewTime = <T>(
  payer: PreviewPayer,
  estimatedMs: number,
  log: Log,
  render: (onCpuMs: OnCpuMs) => Promise<T>,
  goOnUntil?: GoOnUntil,
) => Promise<T>;

export function createPreviewBudget(store: PreviewBudgetStore, now: () => number): SpendPreviewTime {
  return async (payer, estimatedMs, log, render, goOnUntil) => {
    const counter = counterAt(payer, now());
    const reservedMs = Math.max(1, Math.round(estimatedMs));
    await takeWithin(store, counter, log, reservedMs);
    let cpuMs = 0;
    try {
      return await render((ms) => (cpuMs = ms));
    } finally {
      const corrected = correct(store, counter, Math.round(cpuMs) - reservedMs, log);
      if (goOnUntil === undefined) await corrected;
      else goOnUntil(corrected);
    }
  };
}

function counterAt({ workspaceId, plan: { previewSecondsPerDay } }: PreviewPayer, nowMs: number): Counter {
  const { date, endsAtMs } = utcDayAt(nowMs);
  return {
    id: `preview-ms#${workspaceId}#${date}`,
    limit: previewSecondsPerDay * 1000,
    unit: 1000,
    nowMs,
    endsAtMs,
    refusal: `The plan's ${previewSecondsPerDay} seconds of processor time for previews in this UTC day are used up.`,
    limitName: "previewSecondsPerDay",
  };
}

/** Counts the difference on the day on which the preview began. Never rejects: the preview is made. */
async function correct(store: PreviewBudgetStore, { id, endsAtMs }: Counter, byMs: number, log: Log): Promise<void> {
  if (byMs === 0) return;
  try {
    await store.addTo(id, byMs, endsAtMs + DAY_MS);
  } catch (error) {
    log.error("The limits table failed. A preview counts with its estimated processor time.", {
      error,
      event: LIMITER_FAILED,
    });
  }
}
