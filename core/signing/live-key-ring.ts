/** A key ring for long-lived functions. It reads the secret again after one minute. */
import { activeRing, type KeyRing, parseKeyRing } from "./key-ring.js";

const REFRESH_AFTER_MS = 60_000;
/** How long a ring is used if the secret cannot be read. It must be less than `ROTATION_LEAD_MS`. */
const MAX_AGE_MS = 4 * 60_000;

/** A key ring that follows the secret. */
export interface LiveKeyRing extends KeyRing {
  /**
   * Reads the secret if the ring is older than one minute. Await this before each use: a function that was frozen for
   * hours would otherwise sign with a revoked key.
   *
   * @throws Error if the secret cannot be read and the ring is older than four minutes
   */
  readonly refresh: () => Promise<void>;
}

/** @param read returns the text of the secret */
export async function createLiveKeyRing(read: () => Promise<string>, now: () => number): Promise<LiveKeyRing> {
  let ring = parseKeyRing(await read());
  let readAtMs = now();
  let reading: Promise<void> | undefined;

  async function reload(): Promise<void> {
    try {
      ring = parseKeyRing(await read());
      readAtMs = now();
    } catch (error) {
      if (now() - readAtMs > MAX_AGE_MS) throw error;
    } finally {
      reading = undefined;
    }
  }

  return {
    get current() {
      return activeRing(ring, now()).current;
    },
    get keys() {
      return ring.keys;
    },
    get wrapping() {
      return ring.wrapping;
    },
    refresh: async () => {
      if (now() - readAtMs >= REFRESH_AFTER_MS) await (reading ??= reload());
    },
  };
}
