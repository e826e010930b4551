/** Makes a new signing key: first the edge learns it, then it signs. Old keys go on verifying, so no URL breaks. */
import { activeRing, createMasterKey, formatKeyRing, parseKeyRing, type StoredKeyRing } from "./key-ring.js";
import { keyEntries } from "./publish-signing-keys.js";
import type { EdgeKeyStore, KeyRingSecret } from "./signing-ports.js";

/**
 * From the publishing of a key to its first signature: time for every edge location to learn it and for every function to
 * read the secret anew (LiveKeyRing).
 */
export const ROTATION_LEAD_MS = 5 * 60_000;

export interface RotateSigningKeyDependencies {
  readonly secret: KeyRingSecret;
  readonly edge: Pick<EdgeKeyStore, "put">;
  readonly now: () => number;
}

export interface Rotation {
  readonly keyId: string;
  /** From when on the key signs, epoch milliseconds. */
  readonly signsFromMs: number;
}

/** While a rotation is under way, another call makes no second key but resolves to the first. */
export async function rotateSigningKey(dependencies: RotateSigningKeyDependencies): Promise<Rotation> {
  const { secret, edge, now } = dependencies;
  const before = activeRing(parseKeyRing(await secret.read()), now());
  if (before.next !== undefined && before.nextFromMs !== undefined) {
    // Published again, in case that it was the publishing that failed.
    await edge.put(keyEntries(before, before.next));
    return { keyId: before.next, signsFromMs: before.nextFromMs };
  }
  const { keyId, key } = createMasterKey(before);
  // Kept before it is published, so that no key is ever at the edge that nobody can revoke by name.
  await secret.write(formatKeyRing(withKey(before, keyId, key)));
  await edge.put(keyEntries(withKey(before, keyId, key), keyId));
  const signsFromMs = now() + ROTATION_LEAD_MS;
  const after = withKey(activeRing(parseKeyRing(await secret.read()), now()), keyId, key);
  await secret.write(formatKeyRing({ ...after, next: keyId, nextFromMs: signsFromMs }));
  return { keyId, signsFromMs };
}

function withKey(ring: StoredKeyRing, keyId: string, key: string): StoredKeyRing {
  return { ...ring, keys: { ...ring.keys, [keyId]: key } };
}
