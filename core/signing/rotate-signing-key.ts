/**
 * Rotates the signing key. The new key is published to the edge before it signs. Old keys still verify, so URLs stay
 * valid.
 */
import { activeRing, createMasterKey, formatKeyRing, parseKeyRing, type StoredKeyRing } from "./key-ring.js";
import { keyEntries } from "./publish-signing-keys.js";
import type { EdgeKeyStore, KeyRingSecret } from "./signing-ports.js";

/**
 * The time between the publication of a key and its first signature. All edge locations must receive the key, and all
 * functions must read the secret again (`LiveKeyRing`).
 */
export const ROTATION_LEAD_MS = 5 * 60_000;

export interface RotateSigningKeyDependencies {
  readonly secret: KeyRingSecret;
  readonly edge: Pick<EdgeKeyStore, "put">;
  readonly now: () => number;
}

export interface Rotation {
  readonly keyId: string;
  /** The time from which the key signs, in epoch milliseconds. */
  readonly signsFromMs: number;
}

/** During a rotation, another call creates no second key. It resolves to the first one. */
export async function rotateSigningKey(dependencies: RotateSigningKeyDependencies): Promise<Rotation> {
  const { secret, edge, now } = dependencies;
  const before = activeRing(parseKeyRing(await secret.read()), now());
  if (before.next !== undefined && before.nextFromMs !== undefined) {
    // Publish again, because the previous call may have failed to publish.
    await edge.put(keyEntries(before, before.next));
    return { keyId: before.next, signsFromMs: before.nextFromMs };
  }
  const { keyId, key } = createMasterKey(before);
  // Store the key before it is published, so that every key at the edge can be revoked by its ID.
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
