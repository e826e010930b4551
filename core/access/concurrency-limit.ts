/** Limits how many requests of one kind a workspace can run at the same time. */
import type { Log } from "../shared/log.js";
import type { GoOnUntil } from "../shared/go-on-until.js";
import { createSlots, createSlotTaker, type SlotsOptions, type SlotTerms } from "./slots.js";

export type ConcurrencyLimitOptions = SlotsOptions & SlotTerms;

/**
 * Runs work in a slot of the workspace.
 *
 * @throws ServiceError `RATE_LIMITED` if no slot is free, and everything that `work` throws.
 */
export type RunInSlot = <T>(workspaceId: string, log: Log, work: () => Promise<T>) => Promise<T>;

/**
 * Begins work while the slot is being taken. The work waits for `slot` before its costly part, and fails if
 * `slot` rejects. With `goOnUntil`, the slot is freed after the work's result is returned.
 */
export type BeginBeforeSlot = <T>(
  workspaceId: string,
  log: Log,
  work: (slot: Promise<void>) => Promise<T>,
  goOnUntil?: GoOnUntil,
) => Promise<T>;

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): RunInSlot {
  const takeSlot = createSlots(options);
  return async (workspaceId, log, work) => {
    const freeSlot = await takeSlot(workspaceId, options, log);
    try {
      return await work();
    } finally {
      await freeSlot();
    }
  };
}

/** Creates a limit for work whose beginning is cheap, for example because it checks the request. */
export function createOverlappingLimit(options: ConcurrencyLimitOptions): BeginBeforeSlot {
  const takeSlot = createSlots(options);
  return async (workspaceId, log, work, goOnUntil) => {
    const taking = takeSlot(workspaceId, options, log);
    const slot = taking.then(() => undefined);
    // Work that fails before it waits for the slot throws its own error.
    slot.catch(() => undefined);
    try {
      return await work(slot);
    } finally {
      const freed = taking.then(
        (freeSlot) => freeSlot(),
        () => undefined,
      );
      if (goOnUntil === undefined) await freed;
      else goOnUntil(freed);
    }
  };
}

export interface WaitingLimitOptions extends ConcurrencyLimitOptions {
  /** How long the work waits for a free slot before it is refused. */
  readonly maxWaitMs: number;
  readonly pause: (ms: number) => Promise<void>;
}

/** The pauses between two tries to take a slot are random, so that waiting requests do not all try at once. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 300;

/** Creates a limit that lets work wait for its turn. */
export function createWaitingLimit({ maxWaitMs, pause, ...options }: WaitingLimitOptions): RunInSlot {
  const tryTakeSlot = createSlotTaker(options);
  const takeSlot = createSlots(options);
  return async (workspaceId, log, work) => {
    const endsAtMs = options.now() + maxWaitMs;
    let freeSlot = await tryTakeSlot(workspaceId, options, log);
    while (freeSlot === undefined && options.now() < endsAtMs) {
      await pause(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
      freeSlot = await tryTakeSlot(workspaceId, options, log);
    }
    freeSlot ??= await takeSlot(workspaceId, options, log);
    try {
      return await work();
    } finally {
      await freeSlot();
    }
  };
}
