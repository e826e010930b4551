/**
 * Limits the processor time of pictures that failed. A failed job is refunded and a preview is free, so a document that
 * always fails would otherwise cost the service seconds of processor time and cost its sender nothing.
 *
 * Only processor time counts. Waiting (for example, for a slow remote image) and failures of the service do not count.
 */
import { LRUCache } from "lru-cache";
import { ERROR_CATALOGUE, ServiceError } from "../contract/errors.js";
import { LIMITER_FAILED } from "../deployment/log-events.js";
import { FAILED_SECONDS, type Plan } from "../contract/plans.js";
import { DAY_MS } from "../shared/day-ms.js";
import type { Log } from "../shared/log.js";

export interface FailedWorkStore {
  /** Adds to a counter, which expires at `expiresAtMs`. */
  addTo(id: string, amount: number, expiresAtMs: number): Promise<void>;
  /** Reads the counters, in the order of the IDs. A counter that does not exist is 0. */
  readCounters(ids: readonly string[]): Promise<readonly number[]>;
}

/** Receives the processor time of a render when it has ended, whether it succeeded or failed. */
export type OnCpuMs = (cpuMs: number) => void;

/**
 * Runs a render, and counts its processor time if it fails because of its request. Rejects only if the render rejects.
 */
export type CountFailedWork = <T>(
  workspaceId: string,
  log: Log,
  render: (onCpuMs: OnCpuMs) => Promise<T>,
) => Promise<T>;

/** @throws ServiceError `RATE_LIMITED` if the workspace has spent the processor time of the minute or of the UTC day. */
export type CheckFailureLimit = (
  workspace: { readonly workspaceId: string; readonly plan: Pick<Plan, "failedSeconds"> },
  log: Log,
) => Promise<void>;

const MINUTE_MS = 60_000;
/** Keep counters one more day, for questions from users. */
const COUNTER_RETENTION_MS = DAY_MS;

export function createFailedWorkCounter(store: FailedWorkStore, now: () => number): CountFailedWork {
  return async (workspaceId, log, render) => {
    let cpuMs = 0;
    try {
      return await render((ms) => (cpuMs = ms));
    } catch (error) {
      if (cpuMs > 0 && isRequestError(error)) await count(store, workspaceId, cpuMs, now(), log);
      throw error;
    }
  };
}

/**
 * How long an instance trusts counters that are far below both limits. An editor sends many previews, and none of them
 * should wait for the same numbers.
 */
export interface FailureTrust {
  readonly trustMs: number;
  /** How many pictures a workspace can draw at the same time. Their time must fit below the limits. */
  readonly concurrent: number;
}

const READ_ALWAYS: FailureTrust = { trustMs: 0, concurrent: 0 };

/** The number of workspaces whose counters an instance trusts. */
const MAX_TRUSTED = 1_000;

/** Creates the check for every request that starts a render. If the limits table fails, the request is allowed. */
export function createFailureLimit(
  store: FailedWorkStore,
  now: () => number,
  { trustMs, concurrent }: FailureTrust = READ_ALWAYS,
): CheckFailureLimit {
  const trustedUntilMs = new LRUCache<string, number>({ max: MAX_TRUSTED });
  return async ({ workspaceId, plan }, log) => {
    const { perMinute, perDay } = plan.failedSeconds ?? FAILED_SECONDS;
    const nowMs = now();
    if ((trustedUntilMs.get(workspaceId) ?? 0) > nowMs) return;
    const { minute, day } = windowsAt(workspaceId, nowMs);
    const [inMinute = 0, inDay = 0] = await readOrPass(store, [minute.id, day.id], log);
    const roomMs = Math.min(perMinute * 1000 - inMinute, perDay * 1000 - inDay);
    if (roomMs > trustMs * concurrent) trustedUntilMs.set(workspaceId, nowMs + trustMs);
    // The longer refusal comes first.
    if (inDay >= perDay * 1000) throw refusal("UTC day", "failedSecondsPerDay", perDay, day.endsAtMs - nowMs);
    if (inMinute >= perMinute * 1000) {
      throw refusal("minute", "failedSecondsPerMinute", perMinute, minute.endsAtMs - nowMs);
    }
  };
}

/**
 * Returns whether the request caused the error. The service is at fault for a reported error, and for every error that
 * is not a `ServiceError`.
 */
function isRequestError(error: unknown): boolean {
  return error instanceof ServiceError && !ERROR_CATALOGUE[error.code].reported;
}

async function count(
  store: FailedWorkStore,
  workspaceId: string,
  cpuMs: number,
  nowMs: number,
  log: Log,
): Promise<void> {
  const windows = Object.values(windowsAt(workspaceId, nowMs));
  try {
    await Promise.all(windows.map(({ id, endsAtMs }) => store.addTo(id, cpuMs, endsAtMs + COUNTER_RETENTION_MS)));
  } catch (error) {
    log.error("The limits table failed. The processor time of a failed picture was not counted.", {
      error,
      event: LIMITER_FAILED,
    });
  }
}

async function readOrPass(store: FailedWorkStore, ids: readonly string[], log: Log): Promise<readonly number[]> {
  try {
    return await store.readCounters(ids);
  } catch (error) {
    log.error("The limits table failed. The request was allowed without a limit.", { error, event: LIMITER_FAILED });
    return [];
  }
}

function windowsAt(workspaceId: string, nowMs: number) {
  const windowOf = (lengthMs: number) => {
    const startsAtMs = Math.floor(nowMs / lengthMs) * lengthMs;
    const name = new Date(startsAtMs).toISOString().slice(0, lengthMs === DAY_MS ? 10 : 16);
    return { id: `failed-ms#${workspaceId}#${name}`, endsAtMs: startsAtMs + lengthMs };
  };
  return { minute: windowOf(MINUTE_MS), day: windowOf(DAY_MS) };
}

function refusal(period: string, limitName: string, seconds: number, remainingMs: number): ServiceError {
  const message =
    `Pictures of this workspace that failed have used the processor time that the plan allows them in a ${period}: ` +
    `${seconds} s. Correct the templates that fail, and repeat the request after \`Retry-After\` seconds.`;
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000));
  return new ServiceError("RATE_LIMITED", message, { details: { retryAfterSeconds, [limitName]: seconds } });
}
