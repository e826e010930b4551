/**
 * Signatures of image URLs: `/api/v1/img/{template}?…&sig=…`.
 *
 * `sig` = key id `.` generation `.` base64url(HMAC-SHA256(template key, canonical string)). The canonical string is `v1`,
 * the template id and the pairs of the query but `sig`, decoded, encoded anew, sorted by key and joined by line feeds: URLs
 * that differ only in order or encoding are one URL.
 *
 * Runs at the edge too: only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import { MAX_SIGNED_URL_BYTES } from "../contract/limits.js";
import { SIGNED_IMAGE_PATH } from "../contract/signed-image-path.js";
import { deriveTemplateKey } from "./derive-keys.js";
import { equalInConstantTime } from "./equal-in-constant-time.js";
import { findValue, type QueryPair, readPairs, withoutKeys, writePairs } from "./query-pairs.js";
import type { SigningCrypto } from "./signing-crypto.js";

/** What is signed: the lines are the pairs of the query but `sig`, as `writePairs` gives them. */
export interface Signable {
  readonly templateId: string;
  readonly lines: readonly string[];
  readonly keyId: string;
  readonly generation: number;
}

/** A signed image URL that could be read. Nothing in it is to be believed before `isImageSignatureValid` says so. */
export interface SignedImage extends Signable {
  /** All pairs of the query but `sig`, decoded. */
  readonly pairs: readonly QueryPair[];
  readonly sig: string;
  /** Unix time in seconds from which on the URL is no longer valid; undefined: always valid. */
  readonly expiresAtSeconds: number | undefined;
}

/** Reads path id and raw query. @returns a sentence that says why if they can't be a signed image's. */
export function readSignedImage(templateId: string, query: string): SignedImage | string {
  if (isTooLong(templateId, query)) return "The URL is too long.";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(templateId)) return "The path names no template.";
  const pairs = readPairs(query);
  if (typeof pairs === "string") return pairs;
  const sig = findValue(pairs, "sig");
  if (sig === undefined) return "The URL bears no signature.";
  const parts = /^([A-Za-z0-9_-]{1,32})\.([1-9][0-9]{0,8})\.[A-Za-z0-9_-]{43}$/.exec(sig);
  if (parts === null) return "The signature is malformed.";
  const exp = findValue(pairs, "exp");
  if (exp !== undefined && !/^[0-9]{1,12}$/.test(exp)) return "The key exp must be a unix time in seconds.";
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
  // A spelling with few escapes can be short and yet be long when it is spelt out for the origins.
  return isTooLong(templateId, canonicalQuery(image)) ? "The URL is too long." : image;
}

/** The base address is not counted, since the same path and query are signed whatever the domain. */
function isTooLong(templateId: string, query: string): boolean {
  return SIGNED_IMAGE_PATH.length + templateId.length + 1 + query.length > MAX_SIGNED_URL_BYTES;
}

/** Whether the image key of `image.keyId` made the signature. Its generation must be checked besides. */
export function isImageSignatureValid(crypto: SigningCrypto, imageKey: string, image: SignedImage): boolean {
  const templateKey = deriveTemplateKey(crypto, imageKey, image.templateId, image.generation);
  return equalInConstantTime(signImage(crypto, templateKey, image), image.sig);
}

/** The value of `sig`. */
export function signImage(crypto: SigningCrypto, templateKey: string, signable: Signable): string {
  const code = crypto.hmac(templateKey, canonicalString(signable));
  return signable.keyId + "." + String(signable.generation) + "." + code;
}

/** The text that is signed. */
export function canonicalString(signable: Pick<Signable, "templateId" | "lines">): string {
  return ["v1", signable.templateId].concat(signable.lines).join("\n");
}

/** The query in its one encoding, `sig` last. */
export function canonicalQuery(image: Pick<SignedImage, "lines" | "sig">): string {
  return image.lines.concat(["sig=" + image.sig]).join("&");
}
