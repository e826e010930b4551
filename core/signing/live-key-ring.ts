/** The key ring as a long-lived function sees it: always the one of the last minute. */
import { activeRing, type KeyRing, parseKeyRing } from "./key-ring.js";

/** How long a ring is used before the secret is read again. */
const REFRESH_AFTER_MS = 60_000;
/** How long a ring is used when the secret can't be read; well under the lead that a new key gets. */
const USABLE_FOR_MS = 4 * 60_000;

/** A key ring whose content follows the secret. */
export interface LiveKeyRing extends KeyRing {
  /**
   * Reads the secret anew if what is known is a minute old. To be awaited before each use, since a function that was
   * frozen for hours would sign with a key that has been revoked meanwhile.
   *
   * @throws when the secret can't be read, and has not been for minutes.
   */
  readonly refresh: () => Promise<void>;
}

/** `read` gives the secret's text. */
export async function createLiveKeyRing(read: () => Promise<string>, now: () => number): Promise<LiveKeyRing> {
  let ring = parseKeyRing(await read());
  let readAtMs = now();
  let reading: Promise<void> | undefined;

  async function readAnew(): Promise<void> {
    try {
      ring = parseKeyRing(await read());
      readAtMs = now();
    } catch (error) {
      if (now() - readAtMs > USABLE_FOR_MS) throw error;
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
    refresh: async () => {
      if (now() - readAtMs >= REFRESH_AFTER_MS) await (reading ??= readAnew());
    },
  };
}
