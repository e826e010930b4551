/** Limits how many requests of one kind a workspace can run at the same time. */
import type { Log } from "../shared/log.js";
import { createSlots, type SlotsOptions, type SlotTerms } from "./slots.js";

export type ConcurrencyLimitOptions = SlotsOptions & SlotTerms;

/**
 * Runs work in a slot of the workspace.
 *
 * @throws ServiceError `RATE_LIMITED` if no slot is free, and everything that `work` throws.
 */
export type RunInSlot = <T>(workspaceId: string, log: Log, work: () => Promise<T>) => Promise<T>;

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
