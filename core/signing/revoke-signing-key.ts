/**
 * Revokes a signing key. All image URLs and asset URLs that it signed become invalid. Only its wrapping key remains, to
 * decrypt the webhook secrets that were encrypted with it.
 */
import { ServiceError } from "../contract/errors.js";
import { keyEntry } from "./edge-entries.js";
import { activeRing, formatKeyRing, parseKeyRing } from "./key-ring.js";
import { wrappingKeyOf } from "./wrap-secret.js";
import type { EdgeKeyStore, KeyRingSecret } from "./signing-ports.js";

export interface RevokeSigningKeyDependencies {
  readonly secret: KeyRingSecret;
  readonly edge: Pick<EdgeKeyStore, "remove">;
  readonly now: () => number;
}

/**
 * The edge function rejects the key within seconds at all locations, and the other functions reject it within a minute.
 * After an error, run this again: it is idempotent.
 *
 * @throws ServiceError `NOT_FOUND` for an unknown key, `VALIDATION_ERROR` for the current key and the next key.
 */
export async function revokeSigningKey(dependencies: RevokeSigningKeyDependencies, keyId: string): Promise<void> {
  const { secret, edge, now } = dependencies;
  const ring = activeRing(parseKeyRing(await secret.read()), now());
  if (!Object.hasOwn(ring.keys, keyId)) throw new ServiceError("NOT_FOUND", "There is no such signing key.");
  if (keyId === ring.current || keyId === ring.next) {
    const role = keyId === ring.next ? "next" : "current";
    throw new ServiceError(
      "VALIDATION_ERROR",
      `This is the ${role} signing key. Rotate the signing key first, and revoke this one when the new key signs.`,
      { details: { issues: [{ path: "keyId", message: `${keyId} is the ${role} key.` }] } },
    );
  }
  await edge.remove([keyEntry("img", keyId), keyEntry("asset", keyId)]);
  const others = Object.entries(ring.keys).filter(([id]) => id !== keyId);
  // Stored webhook secrets are still encrypted with the wrapping key.
  const wrapping = { ...ring.wrapping, [keyId]: wrappingKeyOf(ring, keyId) };
  await secret.write(formatKeyRing({ ...ring, wrapping, keys: Object.fromEntries(others) }));
}
