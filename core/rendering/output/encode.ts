import type sharpModule from "sharp";
import type { Sharp } from "sharp";
import { ServiceError } from "../../contract/errors.js";
import type { ImageFormat } from "../../contract/image-format.js";
import { loadSharp } from "../native.js";
import type { Frame } from "../frame/tile.js";
import { encodeJpeg } from "./jpeg/encode-jpeg.js";
import { encodePng } from "./png/encode-png.js";

type SharpLibrary = typeof sharpModule;

/** Encodes a frame. An opaque frame is written without an alpha channel. */
export async function encode(frame: Frame, format: ImageFormat): Promise<Uint8Array> {
  if (format === "png") return encodePng(frame, frame.encoded?.png);
  if (format === "jpg") return encodeJpeg(frame, frame.encoded?.jpg);
  try {
    const sharp = await loadSharp();
    return await ENCODERS[format](imageOf(sharp, frame), frame.width * frame.height).toBuffer();
  } catch (cause) {
    throw new ServiceError("INTERNAL", "The picture could not be encoded.", {
      internal: `sharp failed: ${format}`,
      cause,
    });
  }
}

/** Whether encoding leaves native memory to the garbage collection. Our own encoders keep a few megabytes, and reuse them. */
export function leavesNativeMemory(format: ImageFormat): boolean {
  return format in ENCODERS;
}

/**
 * The most pixels of an AVIF whose colors have the full resolution. At 25 megapixels the encoder takes 700 MB with half the
 * resolution and 1,010 MB with all of it, which leaves too little for the rest.
 */
const MAX_FULL_CHROMA_PIXELS = 12_000_000;

/**
 * Quality and effort for pictures with text and photographs. Times and sizes were measured with pictures of 1200×630
 * pixels. No chroma subsampling where the format allows it, because it blurs the edges of colored letters.
 */
const ENCODERS: Readonly<Record<Exclude<ImageFormat, "png" | "jpg">, (image: Sharp, pixels: number) => Sharp>> = {
  // Effort 2 takes 50 % longer and saves 5 % of the bytes.
  webp: (image) => image.webp({ quality: 86, effort: 1 }),
  // Effort 0 takes 0.1 s, effort 4 more than 1 s.
  avif: (image, pixels) =>
    image.avif({
      quality: 60,
      effort: 0,
      chromaSubsampling: pixels > MAX_FULL_CHROMA_PIXELS ? "4:2:0" : "4:4:4",
    }),
};

function imageOf(sharp: SharpLibrary, frame: Frame): Sharp {
  return frame.isOpaque ? opaqueImage(sharp, frame) : translucentImage(sharp, frame);
}

function opaqueImage(sharp: SharpLibrary, { pixels, width, height }: Frame): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}

function translucentImage(sharp: SharpLibrary, { pixels, width, height }: Omit<Frame, "isOpaque">): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4, premultiplied: true } });
}

/** Encodes pixels as a PNG that is decoded again immediately, so speed matters and size does not. */
export async function encodePixels(frame: Omit<Frame, "isOpaque">): Promise<Uint8Array> {
  return await translucentImage(await loadSharp(), frame)
    .png({ compressionLevel: 1 })
    .toBuffer();
}
