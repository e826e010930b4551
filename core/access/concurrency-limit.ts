/**
 * How many requests of one kind a workspace can have at work at the same time. All instances of a function share it.
 *
 * A workspace has a fixed number of slots. A slot is taken with one conditional write and is free again when the request
 * ends, or when its time is over: a function that crashed does not hold it longer than it could have run.
 */
import { ServiceError } from "../contract/errors.js";
import { LIMITER_FAILED } from "../contract/log-events.js";
import type { Log } from "../renders/ports.js";

export interface SlotStore {
  /** Takes the slot until `untilMs`, if it is free at `nowMs`. Resolves to whether it did. */
  takeSlot(id: string, token: string, nowMs: number, untilMs: number): Promise<boolean>;
  /** Frees the slot, if it was taken with this token. */
  freeSlot(id: string, token: string): Promise<void>;
}

export interface ConcurrencyLimitOptions {
  readonly store: SlotStore;
  /** What is limited, as part of a sentence: `previews`. */
  readonly name: string;
  /** The most requests of a workspace at the same time. */
  readonly slots: number;
  /** The most time that a request can take. */
  readonly holdMs: number;
  readonly now: () => number;
  readonly newToken: () => string;
}

/** Runs work in a slot of the workspace. @throws ServiceError `RATE_LIMITED` if none is free, and all that `work` throws. */
export type RunInSlot = <T>(workspaceId: string, log: Log, work: () => Promise<T>) => Promise<T>;

const RETRY_AFTER_SECONDS = 1;

export function createConcurrencyLimit(options: ConcurrencyLimitOptions): RunInSlot {
  const { store, name, slots } = options;
  return async (workspaceId, log, work) => {
    const token = options.newToken();
    const slot = await takeOrPass(options, workspaceId, token, log);
    if (slot !== undefined && slot.id === undefined) {
      const message = `A workspace can have ${slots} ${name} at the same time. Wait until one of them has ended.`;
      throw new ServiceError("RATE_LIMITED", message, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
    }
    try {
      return await work();
    } finally {
      if (slot?.id !== undefined) {
        await store.freeSlot(slot.id, token).catch((error: unknown) => {
          log.warn("A slot could not be freed. It is free again after its time.", { slot: slot.id, error });
        });
      }
    }
  };
}

/** The slot that was taken. Without an ID, none was free. */
interface Slot {
  readonly id: string | undefined;
}

/** Resolves to `undefined` if the store fails: then the request is not limited. */
async function takeOrPass(
  { store, name, slots, holdMs, now }: ConcurrencyLimitOptions,
  workspaceId: string,
  token: string,
  log: Log,
): Promise<Slot | undefined> {
  try {
    const first = Math.floor(Math.random() * slots);
    for (let index = 0; index < slots; index += 1) {
      const id = `slot#${name}#${workspaceId}#${(first + index) % slots}`;
      const nowMs = now();
      if (await store.takeSlot(id, token, nowMs, nowMs + holdMs)) return { id };
    }
    return { id: undefined };
  } catch (error) {
    log.error("The limits table failed. The request was allowed without a limit.", { error, event: LIMITER_FAILED });
    return undefined;
  }
}
