/**
 * The identity of a signed image, and its storage key. URLs with the same identity show the same picture.
 *
 * Also runs at the edge: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import { IMAGE_FORMATS } from "@image-render/engine/formats";
import { BUCKET_PREFIXES } from "../deployment/storage-layout.js";
import { canonicalString, type Signable } from "./image-signature.js";
import type { SigningCrypto } from "./signing-crypto.js";

type Image = Pick<Signable, "templateId" | "lines">;

/** Returns the canonical string without `exp`, so that a URL with a new expiry shows the same picture. */
export function pictureIdentity(image: Image): string {
  const lines = image.lines.filter((line) => line.indexOf("exp=") !== 0);
  return canonicalString({ templateId: image.templateId, lines: lines });
}

/**
 * Returns the storage key: `img/{2 hex digits}/{sha256 of the identity}.{format}`. The format only determines the file
 * extension. The hash covers the literal pairs, so a URL with an alias such as `jpeg` has a different storage key.
 */
export function signedPictureKey(crypto: SigningCrypto, image: Image): string {
  const hash = crypto.sha256(pictureIdentity(image));
  return BUCKET_PREFIXES.signedPictures + hash.slice(0, 2) + "/" + hash + "." + extensionOf(image.lines);
}

/** Returns the file extension. An unknown format also gets one, but no picture is stored under such a key. */
function extensionOf(lines: readonly string[]): string {
  const line = lines.filter((one) => one.indexOf("format=") === 0)[0];
  const format = line === undefined ? "png" : line.slice("format=".length);
  if (format === "jpeg") return "jpg";
  return IMAGE_FORMATS.some((known) => known === format) ? format : "png";
}
