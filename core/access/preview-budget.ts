/**
 * Limits the processor time of a workspace's previews in a UTC day. A preview is free for its sender, and one takes
 * between 10 ms and 10 s.
 *
 * The estimated time is taken before the picture is drawn, and corrected to the measured time afterwards. So previews
 * that are drawn at the same time cannot exceed the budget together, and a function that dies has paid its estimate.
 *
 * An instance takes a small portion more than it needs, and pays the next previews from it without a call. Without
 * portions, each of the many previews of an editor would wait for the table. The unused part of a portion stays counted.
 */
import { LRUCache } from "lru-cache";
import { LIMITER_FAILED } from "../deployment/log-events.js";
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

/** A portion is at most this share of the budget of a day, so that many instances lose little of it. */
const PORTION_SHARE = 0.001;
/** The longest portion. It pays for dozens of previews. */
const MAX_PORTION_MS = 1_000;
/** The number of workspaces whose portions an instance keeps. */
const MAX_PORTIONS = 1_000;

export function createPreviewBudget(store: PreviewBudgetStore, now: () => number): SpendPreviewTime {
  /** The time that an instance has taken and not used, in milliseconds, by the ID of the counter. */
  const left = new LRUCache<string, number>({ max: MAX_PORTIONS });

  const take = async (counter: Counter, estimatedMs: number, log: Log): Promise<void> => {
    const paidMs = left.get(counter.id) ?? 0;
    if (paidMs >= estimatedMs) {
      left.set(counter.id, paidMs - estimatedMs);
      return;
    }
    const portionMs = portionOf(counter);
    await takeWithin(store, counter, log, estimatedMs + portionMs);
    // Another preview may have taken a portion meanwhile.
    left.set(counter.id, (left.get(counter.id) ?? 0) + portionMs);
  };

  /** Keeps the unused part of an estimate, up to two portions. Releases the rest, and counts missing time. */
  const settle = async (counter: Counter, savedMs: number, log: Log): Promise<void> => {
    const portionMs = portionOf(counter);
    const sumMs = (left.get(counter.id) ?? 0) + savedMs;
    const keptMs = sumMs >= 0 && sumMs <= 2 * portionMs ? sumMs : sumMs < 0 ? 0 : portionMs;
    left.set(counter.id, keptMs);
    await correct(store, counter, keptMs - sumMs, log);
  };

  return async (payer, estimatedMs, log, render, goOnUntil) => {
    const counter = counterAt(payer, now());
    const reservedMs = Math.max(1, Math.round(estimatedMs));
    await take(counter, reservedMs, log);
    let cpuMs = 0;
    try {
      return await render((ms) => (cpuMs = ms));
    } finally {
      const settled = settle(counter, reservedMs - Math.round(cpuMs), log);
      if (goOnUntil === undefined) await settled;
      else goOnUntil(settled);
    }
  };
}

function portionOf({ limit }: Counter): number {
  return Math.min(MAX_PORTION_MS, Math.floor(limit * PORTION_SHARE));
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

/** Counts the difference on the day on which the preview began. Never rejects, because the preview already exists. */
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
