import { readSvgFile } from "../document/svg/read-svg.js";
import type { SafeSvg } from "../document/svg/safe-svg.js";
import { rewriteSvgFile } from "../document/svg/write-svg-file.js";
import { sniffImage } from "../image-headers/sniff-image.js";

/** An image whose bytes the codec library may read. */
export interface SafeImage {
  readonly bytes: Uint8Array;
  /** The drawing, if the image is an SVG. */
  readonly svg?: SafeSvg;
}

const known = new WeakMap<Uint8Array, SafeImage>();

/**
 * Returns the image itself, or for an SVG, a file written from its sanitized tree. So the rasterizer never reads an SVG
 * from someone else. @throws Error if the bytes are not an image, or an SVG that is not allowed.
 */
export function safeImage(bytes: Uint8Array): SafeImage {
  const found = known.get(bytes) ?? makeSafe(bytes);
  known.set(bytes, found);
  return found;
}

/** Remembers bytes that were written from a sanitized tree, so that they are not sanitized again. */
export function markAsSafe(bytes: Uint8Array, svg: SafeSvg): void {
  known.set(bytes, { bytes, svg });
}

function makeSafe(bytes: Uint8Array): SafeImage {
  const sniffed = sniffImage(bytes);
  if ("other" in sniffed && sniffed.other === undefined) throw new Error("The bytes are not an image.");
  if (!("type" in sniffed) || sniffed.type !== "image/svg+xml") return { bytes };
  const read = readSvgFile(Buffer.from(bytes).toString("utf8"));
  if ("issue" in read) throw new Error(read.issue);
  return { bytes: Buffer.from(rewriteSvgFile(read.svg)), svg: read.svg };
}
