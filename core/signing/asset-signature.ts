/**
 * Signatures that let a finished picture be fetched without an API key.
 *
 * `sig` = key id `.` format `.` base64url(HMAC-SHA256(asset key, "v1" LF job id LF format)), where the asset key is
 * HMAC-SHA256(master key, "asset"). The format stands in the signature because the stored object's name ends in it: who
 * verifies can find the object without asking a database.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type ImageFormat, imageFormatSchema } from "../contract/image-format.js";
import type { KeyRing } from "./key-ring.js";

/** Signs with the ring's current key. */
export function signAsset(ring: KeyRing, jobId: string, format: ImageFormat): string {
  const signature = computeSignature(ring, ring.current, jobId, format);
  if (signature === undefined) throw new Error(`The key ring lacks its current key ${ring.current}.`);
  return signature;
}

/** The format of the asset that `sig` opens for this job, or `undefined` when it opens none. */
export function verifyAsset(ring: KeyRing, jobId: string, sig: string): ImageFormat | undefined {
  const [keyId = "", formatText] = sig.split(".", 2);
  const format = imageFormatSchema.safeParse(formatText);
  if (!format.success) return undefined;
  const expected = computeSignature(ring, keyId, jobId, format.data);
  return expected !== undefined && equalInConstantTime(expected, sig) ? format.data : undefined;
}

function computeSignature(ring: KeyRing, keyId: string, jobId: string, format: ImageFormat): string | undefined {
  if (!Object.hasOwn(ring.keys, keyId)) return undefined;
  const masterKey = ring.keys[keyId] ?? "";
  const assetKey = createHmac("sha256", masterKey).update("asset").digest();
  const mac = createHmac("sha256", assetKey).update(`v1\n${jobId}\n${format}`).digest("base64url");
  return `${keyId}.${format}.${mac}`;
}

/** Compares the texts themselves, so that trailing bits of the encoding can't make a second spelling valid. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
