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
 * Quality and effort, chosen for pictures of text and photographs on one core; times are for a 1200×630 card at scale 2.
 * Chroma is kept whole where the format allows the choice: halved, it frays the edges of coloured letters.
 */
const ENCODERS: Readonly<Record<ImageFormat, (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 6 }),
  jpg: (image) => image.flatten({ background: "#ffffff" }).jpeg({ quality: 88, chromaSubsampling: "4:4:4" }),
  // Effort 4, the default, takes three times as long for three percent of the bytes.
  webp: (image) => image.webp({ quality: 86, effort: 2 }),
  // Effort 0 takes 0.3 s, effort 4 more than 5 s.
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
