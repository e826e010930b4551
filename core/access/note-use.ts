/**
 * Records when a key was last used.
 *
 * A key with many requests must not cause many writes, and no request waits for one. So a use is recorded only if the last
 * record is an hour old. Many functions can notice that at the same time: the condition of the write lets one of them win.
 */
import type { Log } from "../shared/log.js";
import type { ApiKeyRecord } from "./api-key-record.js";

/** The longest time for which further use of a key is not recorded. */
export const KEY_USE_MS = 60 * 60 * 1000;

export interface KeyUseStore {
  /** Records a use of the key, unless the key does not exist or a use after `staleMs` is recorded. */
  recordUse(hash: string, nowMs: number, staleMs: number): Promise<void>;
}

/** Notes that a key is used now. Returns at once, and never fails. */
export type NoteUse = (key: Pick<ApiKeyRecord, "hash" | "keyId" | "lastUsedAtMs">, nowMs: number) => void;

/**
 * Creates the function that notes the use of keys. A function that is frozen after its response can lose a write. The next
 * request that reads the key repeats it.
 */
export function createNoteUse(store: KeyUseStore, log: Log): NoteUse {
  return ({ hash, keyId, lastUsedAtMs = 0 }, nowMs) => {
    const staleMs = nowMs - KEY_USE_MS;
    if (lastUsedAtMs > staleMs) return;
    store.recordUse(hash, nowMs, staleMs).catch((error: unknown) => {
      log.warn("The use of a key could not be recorded. A later request tries again.", { keyId, error });
    });
  };
}
