import type { Sharp } from "sharp";
import { ServiceError } from "../../contract/errors.js";
import { type ImageFormat } from "../../contract/image-format.js";
import { loadSharp } from "../native.js";
import { type Frame } from "../frame/tile.js";

/** Encodes a frame. A frame that nothing shines through is written without an alpha channel. */
export async function encode(frame: Frame, format: ImageFormat): Promise<Uint8Array> {
  try {
    const image = frame.isOpaque ? opaqueImage(frame) : translucentImage(frame);
    return await ENCODERS[format](image).toBuffer();
  } catch (cause) {
    throw new ServiceError("INTERNAL", "The picture could not be encoded.", {
      internal: `sharp failed: ${format}`,
      cause,
    });
  }
}

/**
 * Quality and effort, chosen for pictures of text and photographs; the times and bytes are those of 1200×630 cards.
 * Chroma is kept whole where the format allows the choice: halved, it frays the edges of coloured letters.
 */
const ENCODERS: Readonly<Record<ImageFormat, (image: Sharp) => Sharp>> = {
  // Level 6 takes a fifth longer for three percent of the bytes; level 1 halves the time for forty percent more.
  png: (image) => image.png({ compressionLevel: 3 }),
  // Huffman tables made for the picture would save a tenth of the bytes in twice the time.
  jpg: (image) =>
    image.flatten({ background: "#ffffff" }).jpeg({ quality: 88, chromaSubsampling: "4:4:4", optimiseCoding: false }),
  // Effort 2 takes half as long again for a twentieth of the bytes.
  webp: (image) => image.webp({ quality: 86, effort: 1 }),
  // Effort 0 takes 0.1 s, effort 4 more than 1 s.
  avif: (image) => image.avif({ quality: 60, effort: 0, chromaSubsampling: "4:4:4" }),
};

function opaqueImage({ pixels, width, height }: Frame): Sharp {
  return loadSharp()(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}

function translucentImage({ pixels, width, height }: Omit<Frame, "isOpaque">): Sharp {
  return loadSharp()(pixels, { raw: { width, height, channels: 4, premultiplied: true } });
}

/** Pixels as a PNG that is read back at once, so that time matters and bytes do not. */
export async function encodePixels(frame: Omit<Frame, "isOpaque">): Promise<Uint8Array> {
  return await translucentImage(frame).png({ compressionLevel: 1 }).toBuffer();
}
