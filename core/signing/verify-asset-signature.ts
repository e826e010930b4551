/**
 * Asset signatures under a derived key; asset-signature.ts says what they are made of.
 *
 * Runs at the edge too: only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import { IMAGE_FORMATS, type ImageFormat } from "../contract/image-formats.js";
import { equalInConstantTime } from "./equal-in-constant-time.js";
import type { SigningCrypto } from "./signing-crypto.js";

/** The id of the key that a signature claims to be made with; undefined if it is malformed. */
export function assetKeyId(sig: string): string | undefined {
  const parts = /^([A-Za-z0-9_-]{1,32})\.[a-z]{3,4}\.[A-Za-z0-9_-]{43}$/.exec(sig);
  return parts === null ? undefined : parts[1];
}

/** The signature of a job's picture. */
export function assetSignature(
  crypto: SigningCrypto,
  assetKey: string,
  asset: { readonly keyId: string; readonly jobId: string; readonly format: ImageFormat },
): string {
  const code = crypto.hmac(assetKey, "v1\n" + asset.jobId + "\n" + asset.format);
  return asset.keyId + "." + asset.format + "." + code;
}

/** The format of the asset that `sig` opens for this job, or `undefined` when it opens none. */
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
