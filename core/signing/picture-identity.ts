/**
 * What makes two signed image URLs the same picture, and where that picture is stored.
 *
 * Runs at the edge too: only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import { IMAGE_FORMATS } from "../contract/image-formats.js";
import { BUCKET_PREFIXES } from "../contract/storage-layout.js";
import { canonicalString, type Signable } from "./image-signature.js";
import type { SigningCrypto } from "./signing-crypto.js";

type Image = Pick<Signable, "templateId" | "lines">;

/** The canonical string without `exp`: a URL that is signed anew for longer shows the same picture. */
export function pictureIdentity(image: Image): string {
  const lines = image.lines.filter((line) => line.indexOf("exp=") !== 0);
  return canonicalString({ templateId: image.templateId, lines: lines });
}

/**
 * Where the picture is stored: `img/{2 hex digits}/{sha256 of the identity}.{format}`. The format gives the name its ending
 * alone; the hash covers the literal pairs, so an alias is another picture.
 */
export function signedPictureKey(crypto: SigningCrypto, image: Image): string {
  const hash = crypto.sha256(pictureIdentity(image));
  return BUCKET_PREFIXES.signedPictures + hash.slice(0, 2) + "/" + hash + "." + endingOf(image.lines);
}

/** An unknown format has an ending too; nothing is ever stored under it. */
function endingOf(lines: readonly string[]): string {
  const line = lines.filter((one) => one.indexOf("format=") === 0)[0];
  const format = line === undefined ? "png" : line.slice("format=".length);
  if (format === "jpeg") return "jpg";
  return IMAGE_FORMATS.some((known) => known === format) ? format : "png";
}
