/** The ring of master keys that every signature derives from. */
import { randomBytes } from "node:crypto";
import * as z from "zod";

/** `current` signs; every key in `keys` verifies. */
export interface KeyRing {
  readonly current: string;
  /** Master keys by key id; the bytes of the text are the key. */
  readonly keys: Readonly<Record<string, string>>;
}

/** The ring as it is kept: beside the key that signs, the one that will. */
export interface StoredKeyRing extends KeyRing {
  /** Signs from `nextFromMs` on (epoch milliseconds). */
  readonly next?: string | undefined;
  readonly nextFromMs?: number | undefined;
}

/** A key id stands in every signature, between dots. */
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const keyIdSchema = z.string().regex(KEY_ID, { error: "a key id is 1 to 32 letters, digits, _ and -" });

/**
 * The secret's text: a flat JSON object of key ids and keys, and the id that signs, `{ "current": "k1", "k1": "…" }`.
 * Flat, because Secrets Manager can generate the first key of such an object by itself.
 */
export const keyRingSchema = z
  .object({ current: keyIdSchema, next: keyIdSchema.optional(), nextFromMs: z.int().optional() })
  .catchall(z.string().min(32))
  .transform(({ current, next, nextFromMs, ...keys }): StoredKeyRing => ({ current, next, nextFromMs, keys }))
  .refine(({ current, keys }) => Object.hasOwn(keys, current), { error: "`current` must name a key of the ring" })
  .refine(({ next, keys }) => next === undefined || Object.hasOwn(keys, next), {
    error: "`next` must name a key of the ring",
  })
  .refine(({ next, nextFromMs }) => (next === undefined) === (nextFromMs === undefined), {
    error: "`next` and `nextFromMs` come together",
  })
  .refine(({ keys }) => Object.keys(keys).every((id) => KEY_ID.test(id)), {
    error: "a key id is 1 to 32 letters, digits, _ and -",
  });

/** @throws Error that names the fault but never the keys. */
export function parseKeyRing(text: string): StoredKeyRing {
  const result = keyRingSchema.safeParse(readJson(text));
  if (result.success) return result.data;
  throw new Error(`The signing keys' secret is malformed: ${z.prettifyError(result.error)}`);
}

/** The secret's text of a ring. */
export function formatKeyRing({ keys, ...rest }: StoredKeyRing): string {
  return JSON.stringify({ ...rest, ...keys });
}

/** The ring as it is at a time: a next key whose time has come is the current one. */
export function activeRing(ring: StoredKeyRing, nowMs: number): StoredKeyRing {
  const { next, nextFromMs, keys } = ring;
  if (next === undefined || nextFromMs === undefined || nowMs < nextFromMs) return ring;
  return { current: next, keys };
}

/** @throws Error when the ring has no such key. */
export function masterKeyOf({ keys }: KeyRing, keyId: string): string {
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (key === undefined) throw new Error(`The key ring has no key ${keyId}.`);
  return key;
}

/** A new key. Its id is never used again, so that what is lost in a race of two operators is never mistaken for another. */
export function createMasterKey({ keys }: KeyRing): { readonly keyId: string; readonly key: string } {
  const numbers = Object.keys(keys).map((id) => Number(/^k(\d{1,9})/.exec(id)?.[1] ?? 0));
  const keyId = `k${Math.max(0, ...numbers) + 1}-${randomBytes(3).toString("hex")}`;
  return { keyId, key: randomBytes(48).toString("base64url") };
}

/** The text may hold keys, so a fault in it is never quoted. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The signing keys' secret is malformed: it is not JSON.");
  }
}
