/** Makes signed image URLs: in the service with a key of the ring, in a client with the key of one template. */
import { validationError } from "../contract/errors.js";
import { MAX_SIGNED_URL_BYTES } from "../contract/limits.js";
import { SIGNED_IMAGE_PATH } from "../contract/signed-image-path.js";
import { derivePurposeKey, deriveTemplateKey } from "./derive-keys.js";
import { canonicalQuery, signImage } from "./image-signature.js";
import { type KeyRing, masterKeyOf } from "./key-ring.js";
import { nodeCrypto } from "./node-crypto.js";
import { type QueryPair, writePairs } from "./query-pairs.js";

/** The key that signs the images of one template; what an owner is handed to sign without the service. */
export interface TemplateSigningKey {
  readonly templateId: string;
  readonly keyId: string;
  readonly generation: number;
  readonly key: string;
}

/** A template's key at a generation, under the ring's current master key. */
export function templateSigningKey(ring: KeyRing, templateId: string, generation: number): TemplateSigningKey {
  const imageKey = derivePurposeKey(nodeCrypto, masterKeyOf(ring, ring.current), "img");
  const key = deriveTemplateKey(nodeCrypto, imageKey, templateId, generation);
  return { templateId, keyId: ring.current, generation, key };
}

/**
 * The signed URL of an image. `pairs` are all keys of the query but `sig`; `exp` among them is the unix time in seconds at
 * which the URL ends.
 *
 * @throws ServiceError `VALIDATION_ERROR` when a key comes twice or is `sig`, a text is no Unicode, or the URL has more than 4,096 bytes.
 */
export function signImageUrl(baseUrl: string, signingKey: TemplateSigningKey, pairs: readonly QueryPair[]): string {
  checkPairs(pairs);
  const { templateId, keyId, generation, key } = signingKey;
  const lines = writePairs(pairs);
  const sig = signImage(nodeCrypto, key, { templateId, lines, keyId, generation });
  const url = `${baseUrl}${SIGNED_IMAGE_PATH}${templateId}?${canonicalQuery({ lines, sig })}`;
  if (Buffer.byteLength(url) <= MAX_SIGNED_URL_BYTES) return url;
  const message = `The URL would have ${Buffer.byteLength(url)} bytes; ${MAX_SIGNED_URL_BYTES} is the limit. Upload images first and name them by their path, or shorten the texts.`;
  throw validationError("The image does not fit into a URL.", [{ path: "url", message }]);
}

function checkPairs(pairs: readonly QueryPair[]): void {
  const seen = new Set<string>();
  for (const { key, value } of pairs) {
    const fault =
      key === "sig"
        ? "`sig` is the signature's own key."
        : seen.has(key)
          ? "The key comes twice."
          : !key.isWellFormed() || !value.isWellFormed()
            ? "The text holds half a surrogate pair, which is no character."
            : undefined;
    if (fault !== undefined) throw validationError("The image can't be signed.", [{ path: key, message: fault }]);
    seen.add(key);
  }
}
