import type { ImageHeader } from "./image-header.js";

const AVIF_BRANDS: ReadonlySet<string> = new Set(["avif", "avis"]);
/** The boxes around the sizes of images, from the outside (ISO/IEC 23008-12, section 6.5.3). */
const PATH_TO_SIZES = ["meta", "iprp", "ipco"];
/** The version and flags of a full box. */
const FULL_BOX_BYTES = 4;

/**
 * Reads the size of an AVIF. The file states a size for each of its parts, such as the tiles of a large image and their
 * alpha. The size of the whole image is the largest one.
 */
export function avifHeader(bytes: Buffer): ImageHeader | undefined {
  const [first] = boxesIn(bytes);
  if (first?.type !== "ftyp" || !hasAvifBrand(first.content)) return undefined;
  const sizes = PATH_TO_SIZES.reduce((inside, type) => contentOf(inside, type), bytes);
  let largest: ImageHeader | undefined;
  for (const { type, content } of boxesIn(sizes)) {
    if (type !== "ispe" || content.length < FULL_BOX_BYTES + 8) continue;
    const [width, height] = [content.readUInt32BE(FULL_BOX_BYTES), content.readUInt32BE(FULL_BOX_BYTES + 4)];
    if (largest === undefined || width * height > largest.width * largest.height) {
      largest = { type: "image/avif", width, height, isProgressive: false };
    }
  }
  return largest;
}

function hasAvifBrand(content: Buffer): boolean {
  // The major brand, its version, and the compatible brands.
  return Array.from({ length: Math.min(64, content.length / 4) }, (_, index) => index).some((index) =>
    AVIF_BRANDS.has(content.toString("latin1", index * 4, index * 4 + 4)),
  );
}

/** Returns the content of the first box of a type, or nothing. */
function contentOf(bytes: Buffer, wanted: string): Buffer {
  for (const { type, content } of boxesIn(bytes)) {
    if (type === wanted) return wanted === "meta" ? content.subarray(FULL_BOX_BYTES) : content;
  }
  return bytes.subarray(0, 0);
}

/** Yields the boxes of a file (ISO/IEC 14496-12, section 4.2). The last one can be cut off. */
function* boxesIn(bytes: Buffer): Generator<{ readonly type: string; readonly content: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const stated = bytes.readUInt32BE(at);
    // A box of more than 4 GB has its size elsewhere. No image is that large, so nothing after it is read.
    const length = stated === 0 || stated === 1 ? bytes.length - at : stated;
    if (length < 8) return;
    yield { type: bytes.toString("latin1", at + 4, at + 8), content: bytes.subarray(at + 8, at + length) };
    at += length;
  }
}
