/** Ends a signing key: every URL that it signed, of images and of assets, is refused from then on. */
import { ServiceError } from "../contract/errors.js";
import { keyEntry } from "./edge-entries.js";
import { activeRing, formatKeyRing, parseKeyRing } from "./key-ring.js";
import type { EdgeKeyStore, KeyRingSecret } from "./signing-ports.js";

export interface RevokeSigningKeyDependencies {
  readonly secret: KeyRingSecret;
  readonly edge: Pick<EdgeKeyStore, "remove">;
  readonly now: () => number;
}

/**
 * The edge forgets the key first, within seconds everywhere; functions within a minute. Running it again after a fault
 * finishes what was begun.
 *
 * @throws ServiceError `NOT_FOUND` for a key that the ring lacks, `VALIDATION_ERROR` for one that signs or is about to.
 */
export async function revokeSigningKey(dependencies: RevokeSigningKeyDependencies, keyId: string): Promise<void> {
  const { secret, edge, now } = dependencies;
  const ring = activeRing(parseKeyRing(await secret.read()), now());
  if (!Object.hasOwn(ring.keys, keyId)) throw new ServiceError("NOT_FOUND", "The ring has no such key.");
  if (keyId === ring.current || keyId === ring.next) {
    throw new ServiceError("VALIDATION_ERROR", "This key signs; rotate first, and revoke it when the new one signs.", {
      details: { issues: [{ path: "keyId", message: `${keyId} is ${keyId === ring.next ? "next" : "current"}` }] },
    });
  }
  await edge.remove([keyEntry("img", keyId), keyEntry("asset", keyId)]);
  const kept = Object.entries(ring.keys).filter(([id]) => id !== keyId);
  await secret.write(formatKeyRing({ ...ring, keys: Object.fromEntries(kept) }));
}
