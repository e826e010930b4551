/**
 * Creates and verifies asset signatures with a derived key. asset-signature.ts describes their format.
 *
 * Also runs at the edge: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import { IMAGE_FORMATS, type ImageFormat } from "@image-render/engine/formats";
import { equalInConstantTime } from "./equal-in-constant-time.js";
import type { SigningCrypto } from "./signing-crypto.js";

/** Returns the key ID in a signature, or `undefined` if the signature is malformed. */
export function assetKeyId(sig: string): string | undefined {
  const parts = /^([A-Za-z0-9_-]{1,32})\.[a-z]{3,4}\.[A-Za-z0-9_-]{43}$/.exec(sig);
  return parts === null ? undefined : parts[1];
}

/** Returns the signature for the picture of a job. */
export function assetSignature(
  crypto: SigningCrypto,
  assetKey: string,
  asset: { readonly keyId: string; readonly jobId: string; readonly format: ImageFormat },
): string {
  const code = crypto.hmac(assetKey, "v1\n" + asset.jobId + "\n" + asset.format);
  return asset.keyId + "." + asset.format + "." + code;
}

/** Returns the format of the job's asset if `sig` is valid for it, otherwise `undefined`. */
export function verifyAssetSignature(
  crypto: SigningCrypto,
  assetKey: string,
  jobId: string,
  sig: string,
): ImageFormat | undefined {
  const parts = sig.split(".");
  const format = IMAGE_FORMATS.filter((known) => known === parts[1])[0];
  if (format === undefined) return undefined;
  const expected = assetSignature(crypto, assetKey, { keyId: String(parts[0]), jobId: jobId, format: format });
  return equalInConstantTime(expected, sig) ? format : undefined;
}
