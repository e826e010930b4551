/** The ring of master keys. All signing keys derive from them. */
import { randomBytes } from "node:crypto";
import * as z from "zod";

/** The key `current` signs. All keys in `keys` verify. */
export interface KeyRing {
  readonly current: string;
  /** Master keys by key ID. The UTF-8 bytes of the text are the key. */
  readonly keys: Readonly<Record<string, string>>;
  /** The wrapping keys of revoked keys, by key ID. They decrypt webhook secrets, but sign nothing. */
  readonly wrapping?: Readonly<Record<string, string>> | undefined;
}

/** The stored ring. It can also contain the key that will sign next. */
export interface StoredKeyRing extends KeyRing {
  /** The ID of the key that signs from `nextFromMs` on. */
  readonly next?: string | undefined;
  /** Epoch milliseconds. */
  readonly nextFromMs?: number | undefined;
}

/** A key ID contains no dots, because dots separate the parts of a signature. */
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const keyIdSchema = z.string().regex(KEY_ID, { error: "a key ID must have 1 to 32 letters, digits, _ and -" });

/**
 * The text of the secret: a flat JSON object of keys by key ID, and the ID of the current key, for example
 * `{ "current": "k1", "k1": "…" }`. It is flat because Secrets Manager can generate the first key only in a flat
 * object.
 */
export const keyRingSchema = z
  .object({
    current: keyIdSchema,
    next: keyIdSchema.optional(),
    nextFromMs: z.int().optional(),
    wrapping: z.record(keyIdSchema, z.string().min(32)).optional(),
  })
  .catchall(z.string().min(32))
  .transform(({ current, next, nextFromMs, wrapping, ...keys }): StoredKeyRing => ({
    current,
    next,
    nextFromMs,
    ...(wrapping !== undefined && { wrapping }),
    keys,
  }))
  .refine(({ current, keys }) => Object.hasOwn(keys, current), { error: "`current` must name a key of the ring" })
  .refine(({ next, keys }) => next === undefined || Object.hasOwn(keys, next), {
    error: "`next` must name a key of the ring",
  })
  .refine(({ next, nextFromMs }) => (next === undefined) === (nextFromMs === undefined), {
    error: "`next` and `nextFromMs` must both be present or both be absent",
  })
  .refine(({ keys }) => Object.keys(keys).every((id) => KEY_ID.test(id)), {
    error: "a key ID must have 1 to 32 letters, digits, _ and -",
  });

/** @throws Error that describes the problem but never contains a key */
export function parseKeyRing(text: string): StoredKeyRing {
  const result = keyRingSchema.safeParse(readJson(text));
  if (result.success) return result.data;
  throw new Error(`The secret with the signing keys is malformed: ${z.prettifyError(result.error)}`);
}

/** Returns the text of the secret for a ring. */
export function formatKeyRing({ keys, ...rest }: StoredKeyRing): string {
  return JSON.stringify({ ...rest, ...keys });
}

/** Returns the ring at a given time. From `nextFromMs` on, the next key is the current key. */
export function activeRing(ring: StoredKeyRing, nowMs: number): StoredKeyRing {
  const { next, nextFromMs, keys, wrapping } = ring;
  if (next === undefined || nextFromMs === undefined || nowMs < nextFromMs) return ring;
  return { current: next, keys, ...(wrapping !== undefined && { wrapping }) };
}

/** @throws Error if the ring does not contain the key */
export function masterKeyOf({ keys }: KeyRing, keyId: string): string {
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (key === undefined) throw new Error(`The key ring has no key ${keyId}.`);
  return key;
}

/** Creates a key with a unique ID, so that two keys that operators create at the same time never have the same ID. */
export function createMasterKey({ keys }: KeyRing): { readonly keyId: string; readonly key: string } {
  const numbers = Object.keys(keys).map((id) => Number(/^k(\d{1,9})/.exec(id)?.[1] ?? 0));
  const keyId = `k${Math.max(0, ...numbers) + 1}-${randomBytes(3).toString("hex")}`;
  return { keyId, key: randomBytes(48).toString("base64url") };
}

/** Parses the text of the secret. The text can contain keys, so the error must not quote it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The secret with the signing keys is malformed: it is not JSON.");
  }
}
