/**
 * Signatures of asset URLs. With such a URL, a client can download a finished picture without an API key.
 *
 * `sig` = key ID `.` format `.` base64url(HMAC-SHA256(asset key, "v1" LF job ID LF format)). The signature contains the
 * format because the storage key ends with it, so the verifier can derive the storage key without a database read.
 */
import type { ImageFormat } from "@image-render/engine/formats";
import { derivePurposeKey } from "./derive-keys.js";
import { type KeyRing, masterKeyOf } from "./key-ring.js";
import { nodeCrypto } from "./node-crypto.js";
import { assetKeyId, assetSignature, verifyAssetSignature } from "./verify-asset-signature.js";

/** Signs with the ring's current key. */
export function signAsset(ring: KeyRing, jobId: string, format: ImageFormat): string {
  const assetKey = derivePurposeKey(nodeCrypto, masterKeyOf(ring, ring.current), "asset");
  return assetSignature(nodeCrypto, assetKey, { keyId: ring.current, jobId, format });
}

/** Returns the format of the job's asset if `sig` is valid for it, otherwise `undefined`. */
export function verifyAsset(ring: KeyRing, jobId: string, sig: string): ImageFormat | undefined {
  const keyId = assetKeyId(sig);
  if (keyId === undefined || !Object.hasOwn(ring.keys, keyId)) return undefined;
  const assetKey = derivePurposeKey(nodeCrypto, masterKeyOf(ring, keyId), "asset");
  return verifyAssetSignature(nodeCrypto, assetKey, jobId, sig);
}
