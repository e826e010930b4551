/**
 * Slots limit how many things a workspace can do at the same time. All instances of all functions share them.
 *
 * A workspace has a fixed number of slots. A slot is taken with one conditional write and is free again when its holder
 * frees it or when its time is over. So a function that crashed holds it no longer than the function could have run.
 */
import { ServiceError } from "../contract/errors.js";
import { LIMITER_FAILED } from "../deployment/log-events.js";
import { slotPrefix } from "../deployment/storage-layout.js";
import type { Log } from "../shared/log.js";

export interface SlotStore {
  /** Takes the slot until `untilMs` if it is free at `nowMs`. Resolves to whether the slot was taken. */
  takeSlot(id: string, token: string, nowMs: number, untilMs: number): Promise<boolean>;
  /** Frees the slot, if it was taken with this token. */
  freeSlot(id: string, token: string): Promise<void>;
  /** Lists which of up to 100 slots are free at `nowMs`. A slot that could not be read counts as free. */
  listFreeSlots(ids: readonly string[], nowMs: number): Promise<readonly string[]>;
}

export interface SlotsOptions {
  readonly store: SlotStore;
  /** The name of the limited operations, as part of a sentence: `previews`. */
  readonly name: string;
  readonly now: () => number;
  readonly newToken: () => string;
}

export interface SlotTerms {
  /** The number of slots of the workspace. */
  readonly slots: number;
  /** The longest time that the holder can take. */
  readonly holdMs: number;
}

/** Frees the slot. It never rejects. */
export type FreeSlot = () => Promise<void>;

/** Takes a slot of the workspace. @throws ServiceError `RATE_LIMITED` if none is free. */
export type TakeSlot = (workspaceId: string, terms: SlotTerms, log: Log) => Promise<FreeSlot>;

/** Takes a slot of the workspace. Resolves to `undefined` if none is free. */
export type TryTakeSlot = (workspaceId: string, terms: SlotTerms, log: Log) => Promise<FreeSlot | undefined>;

const RETRY_AFTER_SECONDS = 1;
/** The maximum number of keys in one BatchGetItem. */
const READ_SIZE = 100;

export function createSlots(options: SlotsOptions): TakeSlot {
  const tryTakeSlot = createSlotTaker(options);
  return async (workspaceId, terms, log) => {
    const freeSlot = await tryTakeSlot(workspaceId, terms, log);
    if (freeSlot !== undefined) return freeSlot;
    const message = `A workspace can have ${terms.slots} ${options.name} at the same time. Wait until one of them has ended.`;
    throw new ServiceError("RATE_LIMITED", message, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
  };
}

/** Creates the function that takes slots for work that can wait: a refusal is not an error. */
export function createSlotTaker(options: SlotsOptions): TryTakeSlot {
  const { store, newToken } = options;
  return async (workspaceId, terms, log) => {
    const token = newToken();
    const taken = await takeOrPass(options, workspaceId, terms, token, log);
    if (!taken.allowed) return undefined;
    const { slot } = taken;
    return async () => {
      if (slot === undefined) return;
      await store.freeSlot(slot, token).catch((error: unknown) => {
        log.warn("A slot could not be freed. It is free again after its time.", { slot, error });
      });
    };
  };
}

/** Without `slot`, the request is allowed because the store failed. */
type Taken = { readonly allowed: true; readonly slot?: string } | { readonly allowed: false };

async function takeOrPass(
  { store, name, now }: SlotsOptions,
  workspaceId: string,
  { slots, holdMs }: SlotTerms,
  token: string,
  log: Log,
): Promise<Taken> {
  const take = (id: string) => store.takeSlot(id, token, now(), now() + holdMs);
  // Shuffle the slots, so that concurrent requests do not try the same ones.
  const ids = shuffled(Array.from({ length: slots }, (_, index) => `${slotPrefix(name)}${workspaceId}#${index}`));
  try {
    const [first = ""] = ids;
    if (await take(first)) return { allowed: true, slot: first };
    // One read finds the free slots, so that a refusal does not cost a write per slot.
    for (let from = 0; from < slots; from += READ_SIZE) {
      for (const id of await store.listFreeSlots(ids.slice(from, from + READ_SIZE), now())) {
        if (await take(id)) return { allowed: true, slot: id };
      }
    }
    return { allowed: false };
  } catch (error) {
    log.error("The limits table failed. The request was allowed without a limit.", { error, event: LIMITER_FAILED });
    return { allowed: true };
  }
}

function shuffled(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ id }) => id);
}
