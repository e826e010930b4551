/** The ring of master keys that every signature derives from. */
import * as z from "zod";

/** `current` signs; every key in `keys` verifies. */
export interface KeyRing {
  readonly current: string;
  /** Master keys by key id; the bytes of the text are the key. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * The secret's text: a flat JSON object of key ids and keys, and the id that signs, `{ "current": "k1", "k1": "…" }`.
 * Flat, because Secrets Manager can generate the first key of such an object by itself.
 */
export const keyRingSchema = z
  .object({ current: z.string() })
  .catchall(z.string().min(32))
  .transform(({ current, ...keys }): KeyRing => ({ current, keys }))
  .refine(({ current, keys }) => Object.hasOwn(keys, current), { error: "`current` must name a key of the ring" });

/** @throws Error that names the fault but never the keys. */
export function parseKeyRing(text: string): KeyRing {
  const result = keyRingSchema.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  throw new Error(`The signing keys' secret is malformed: ${z.prettifyError(result.error)}`);
}
