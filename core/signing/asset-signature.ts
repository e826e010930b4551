/**
 * Signatures that let a finished picture be fetched without an API key.
 *
 * `sig` = key id `.` format `.` base64url(HMAC-SHA256(asset key, "v1" LF job id LF format)). The format stands in the
 * signature because the stored object's name ends in it: who verifies can find the object without asking a database.
 */
import type { ImageFormat } from "../contract/image-format.js";
import { derivePurposeKey } from "./derive-keys.js";
import { type KeyRing, masterKeyOf } from "./key-ring.js";
import { nodeCrypto } from "./node-crypto.js";
import { assetKeyId, assetSignature, verifyAssetSignature } from "./verify-asset-signature.js";

/** Signs with the ring's current key. */
export function signAsset(ring: KeyRing, jobId: string, format: ImageFormat): string {
  const assetKey = derivePurposeKey(nodeCrypto, masterKeyOf(ring, ring.current), "asset");
  return assetSignature(nodeCrypto, assetKey, { keyId: ring.current, jobId, format });
}

/** The format of the asset that `sig` opens for this job, or `undefined` when it opens none. */
export function verifyAsset(ring: KeyRing, jobId: string, sig: string): ImageFormat | undefined {
  const keyId = assetKeyId(sig);
  if (keyId === undefined || !Object.hasOwn(ring.keys, keyId)) return undefined;
  const assetKey = derivePurposeKey(nodeCrypto, masterKeyOf(ring, keyId), "asset");
  return verifyAssetSignature(nodeCrypto, assetKey, jobId, sig);
}
