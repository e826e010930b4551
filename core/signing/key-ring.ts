/** The ring of master keys that every signature derives from. */
import { randomBytes } from "node:crypto";
import * as z from "zod";

/** `current` signs; every key in `keys` verifies. */
export interface KeyRing {
  readonly current: string;
  /** Master keys by key id; the bytes of the text are the key. */
  readonly keys: Readonly<Record<string, string>>;
}

/** A key id stands in every signature, between dots. */
const keyIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, { error: "a key id is 1 to 32 letters, digits, _ and -" });

/**
 * The secret's text: a flat JSON object of key ids and keys, and the id that signs, `{ "current": "k1", "k1": "…" }`.
 * Flat, because Secrets Manager can generate the first key of such an object by itself.
 */
export const keyRingSchema = z
  .object({ current: keyIdSchema })
  .catchall(z.string().min(32))
  .transform(({ current, ...keys }): KeyRing => ({ current, keys }))
  .refine(({ current, keys }) => Object.hasOwn(keys, current), { error: "`current` must name a key of the ring" })
  .refine(({ keys }) => Object.keys(keys).every((id) => keyIdSchema.safeParse(id).success), {
    error: "a key id is 1 to 32 letters, digits, _ and -",
  });

/** @throws Error that names the fault but never the keys. */
export function parseKeyRing(text: string): KeyRing {
  const result = keyRingSchema.safeParse(readJson(text));
  if (result.success) return result.data;
  throw new Error(`The signing keys' secret is malformed: ${z.prettifyError(result.error)}`);
}

/** The secret's text of a ring. */
export function formatKeyRing({ current, keys }: KeyRing): string {
  return JSON.stringify({ current, ...keys });
}

/** @throws Error when the ring has no such key. */
export function masterKeyOf({ keys }: KeyRing, keyId: string): string {
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (key === undefined) throw new Error(`The key ring has no key ${keyId}.`);
  return key;
}

/** The ring with one more key, which verifies but does not sign yet. Its id is the first free one of k1, k2, … */
export function withNewKey(ring: KeyRing): { readonly ring: KeyRing; readonly keyId: string } {
  const numbers = Object.keys(ring.keys).map((id) => Number(/^k(\d{1,9})$/.exec(id)?.[1] ?? 0));
  const keyId = `k${Math.max(0, ...numbers) + 1}`;
  return { ring: { ...ring, keys: { ...ring.keys, [keyId]: randomBytes(48).toString("base64url") } }, keyId };
}

/** The text may hold keys, so a fault in it is never quoted. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The signing keys' secret is malformed: it is not JSON.");
  }
}
