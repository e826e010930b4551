/** Reads the size of an image in a data URI from the header of the image. */
import { MAX_IMAGE_PIXELS } from "../limits/picture-limits.js";

/**
 * The number of base64 characters that are decoded to find the header. Cameras write up to 64 kB before the size of a
 * JPEG.
 */
const HEAD_CHARACTERS = 100_000;

/** The facts about an image that are known before it is decoded. */
export interface ImageSize {
  readonly pixels: number;
  /** The source of an SVG, which is drawn at the size that is needed. */
  readonly svg?: string;
}

/** An image of unknown size. It counts as the largest image that is decoded. */
const UNKNOWN: ImageSize = { pixels: MAX_IMAGE_PIXELS };

/** Reads the size of an image at an address. The size of a remote image is unknown, so it counts as the largest. */
export function readImageSize(url: string): ImageSize {
  if (url === "") return { pixels: 0 };
  if (!/^data:/i.test(url)) return UNKNOWN;
  const comma = url.indexOf(",");
  const bytes = Buffer.from(url.slice(comma + 1, comma + 1 + HEAD_CHARACTERS), "base64");
  // The bytes decide, not the media type, as they do when the image is drawn.
  if (/^\uFEFF?\s*</.test(bytes.toString("utf8", 0, 100))) {
    return { pixels: 0, svg: Buffer.from(url.slice(comma + 1), "base64").toString("utf8") };
  }
  const pixels = pngPixels(bytes) ?? gifPixels(bytes) ?? webpPixels(bytes) ?? jpegPixels(bytes);
  return pixels === undefined ? UNKNOWN : { pixels: Math.min(pixels, MAX_IMAGE_PIXELS) };
}

function pngPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return undefined;
  return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
}

function gifPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 4) !== "GIF8") return undefined;
  return bytes.readUInt16LE(6) * bytes.readUInt16LE(8);
}

/** Reads the three kinds of WebP: extended, lossless and lossy (RFC 9649). */
function webpPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 30 || bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
  if (kind === "VP8 ") return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
  const sides = bytes.readUInt32LE(21);
  return ((sides & 0x3fff) + 1) * (((sides >>> 14) & 0x3fff) + 1);
}

/** Reads the first frame header of a JPEG (ITU T.81, section B.2.2). */
function jpegPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffff) at += 1;
    else if (isFrameHeader(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Returns whether a marker is one of SOF0 to SOF15. Three markers in that range mean something else. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
}
