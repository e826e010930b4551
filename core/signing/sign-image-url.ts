/** Signs image URLs: in the service with a key of the ring, in a client with the key of one template. */
import { validationError } from "../contract/errors.js";
import { MAX_SIGNED_URL_BYTES } from "../contract/limits.js";
import { SIGNED_IMAGE_PATH } from "../contract/signed-image-path.js";
import { derivePurposeKey, deriveTemplateKey } from "./derive-keys.js";
import { canonicalQuery, signImage } from "./image-signature.js";
import { type KeyRing, masterKeyOf } from "./key-ring.js";
import { nodeCrypto } from "./node-crypto.js";
import { type QueryPair, writePairs } from "./query-pairs.js";

/** The key that signs the images of one template. An owner can get it, to sign offline. */
export interface TemplateSigningKey {
  readonly templateId: string;
  readonly keyId: string;
  readonly generation: number;
  readonly key: string;
}

/** Returns the key of a template at a signing generation, derived from the current master key. */
export function templateSigningKey(ring: KeyRing, templateId: string, generation: number): TemplateSigningKey {
  const imageKey = derivePurposeKey(nodeCrypto, masterKeyOf(ring, ring.current), "img");
  const key = deriveTemplateKey(nodeCrypto, imageKey, templateId, generation);
  return { templateId, keyId: ring.current, generation, key };
}

/**
 * Returns the signed URL of an image. `pairs` contains all query keys except `sig`. The value of `exp` is the expiry as
 * Unix time in seconds.
 *
 * @throws ServiceError `VALIDATION_ERROR` if a key occurs twice or is `sig`, if a text is not well-formed Unicode, or
 *   if the URL has more than 4,096 bytes.
 */
export function signImageUrl(baseUrl: string, signingKey: TemplateSigningKey, pairs: readonly QueryPair[]): string {
  checkPairs(pairs);
  const { templateId, keyId, generation, key } = signingKey;
  const lines = writePairs(pairs);
  const sig = signImage(nodeCrypto, key, { templateId, lines, keyId, generation });
  const url = `${baseUrl}${SIGNED_IMAGE_PATH}${templateId}?${canonicalQuery({ lines, sig })}`;
  if (Buffer.byteLength(url) <= MAX_SIGNED_URL_BYTES) return url;
  const message = `The URL would have ${Buffer.byteLength(url)} bytes. The limit is ${MAX_SIGNED_URL_BYTES}. Upload images first and use their paths, or shorten the texts.`;
  throw validationError("The signed image URL would be too long.", [{ path: "url", message }]);
}

function checkPairs(pairs: readonly QueryPair[]): void {
  const seen = new Set<string>();
  for (const { key, value } of pairs) {
    const message = problemOf(key, value, seen);
    if (message !== undefined) throw validationError("The image cannot be signed.", [{ path: key, message }]);
    seen.add(key);
  }
}

function problemOf(key: string, value: string, seen: ReadonlySet<string>): string | undefined {
  if (key === "sig") return "`sig` is reserved for the signature.";
  if (seen.has(key)) return "The key occurs twice.";
  if (key.isWellFormed() && value.isWellFormed()) return undefined;
  return "The text contains half a surrogate pair, which is not valid Unicode.";
}
