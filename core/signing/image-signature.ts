/**
 * Signatures of image URLs: `/api/v1/img/{template}?…&sig=…`.
 *
 * `sig` = key ID `.` signing generation `.` base64url(HMAC-SHA256(template key, canonical string)). The canonical
 * string consists of `v1`, the template ID, and the query pairs except `sig`. The pairs are decoded, encoded by RFC
 * 3986, sorted by key, and joined with line feeds. URLs that differ only in order or encoding therefore have the same
 * signature.
 *
 * Also runs at the edge: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import { MAX_SIGNED_URL_BYTES } from "../contract/limits.js";
import { SIGNED_IMAGE_PATH } from "../contract/signed-image-path.js";
import { deriveTemplateKey } from "./derive-keys.js";
import { equalInConstantTime } from "./equal-in-constant-time.js";
import { findValue, type QueryPair, readPairs, withoutKeys, writePairs } from "./query-pairs.js";
import type { SigningCrypto } from "./signing-crypto.js";

/** The signed values. `lines` contains the query pairs except `sig`, as `writePairs` returns them. */
export interface Signable {
  readonly templateId: string;
  readonly lines: readonly string[];
  readonly keyId: string;
  readonly generation: number;
}

/** A parsed signed image URL. It is untrusted until `isImageSignatureValid` returns true. */
export interface SignedImage extends Signable {
  /** The query pairs except `sig`, decoded. */
  readonly pairs: readonly QueryPair[];
  readonly sig: string;
  /** Unix time in seconds at which the URL expires. `undefined`: the URL never expires. */
  readonly expiresAtSeconds: number | undefined;
}

/** Parses the template ID in the path and the raw query. @returns a message if they are malformed. */
export function readSignedImage(templateId: string, query: string): SignedImage | string {
  if (isTooLong(templateId, query)) return "The URL is too long.";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(templateId)) return "The path contains no template ID.";
  const pairs = readPairs(query);
  if (typeof pairs === "string") return pairs;
  const sig = findValue(pairs, "sig");
  if (sig === undefined) return "The URL has no signature.";
  const parts = /^([A-Za-z0-9_-]{1,32})\.([1-9][0-9]{0,8})\.[A-Za-z0-9_-]{43}$/.exec(sig);
  if (parts === null) return "The signature is malformed.";
  const exp = findValue(pairs, "exp");
  if (exp !== undefined && !/^[0-9]{1,12}$/.test(exp)) return "The key exp must be a Unix time in seconds.";
  const signed = withoutKeys(pairs, ["sig"]);
  const image: SignedImage = {
    templateId: templateId,
    pairs: signed,
    lines: writePairs(signed),
    sig: sig,
    keyId: String(parts[1]),
    generation: Number(parts[2]),
    expiresAtSeconds: exp === undefined ? undefined : Number(exp),
  };
  // Origins get the canonical query. It can be longer than the received query, because it escapes more characters.
  return isTooLong(templateId, canonicalQuery(image)) ? "The URL is too long." : image;
}

/** Does not count the base URL: the same path and query are valid for every domain. */
function isTooLong(templateId: string, query: string): boolean {
  return SIGNED_IMAGE_PATH.length + templateId.length + 1 + query.length > MAX_SIGNED_URL_BYTES;
}

/**
 * Returns whether the signature was created with this image key. The caller must also check key ID, generation, and
 * expiry.
 */
export function isImageSignatureValid(crypto: SigningCrypto, imageKey: string, image: SignedImage): boolean {
  const templateKey = deriveTemplateKey(crypto, imageKey, image.templateId, image.generation);
  return equalInConstantTime(signImage(crypto, templateKey, image), image.sig);
}

/** Returns the value of `sig`. */
export function signImage(crypto: SigningCrypto, templateKey: string, signable: Signable): string {
  const code = crypto.hmac(templateKey, canonicalString(signable));
  return signable.keyId + "." + String(signable.generation) + "." + code;
}

/** Returns the text that is signed. */
export function canonicalString(signable: Pick<Signable, "templateId" | "lines">): string {
  return ["v1", signable.templateId].concat(signable.lines).join("\n");
}

/** Returns the canonical query, with `sig` last. */
export function canonicalQuery(image: Pick<SignedImage, "lines" | "sig">): string {
  return image.lines.concat(["sig=" + image.sig]).join("&");
}
