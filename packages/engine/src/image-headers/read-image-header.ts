import { avifHeader } from "./avif-header.js";
import type { ImageHeader } from "./image-header.js";
import { jpegHeader } from "./jpeg-header.js";

/**
 * The number of first bytes that contain the header of nearly every image. Cameras and editors write up to 64 kB for each
 * kind of metadata before the size of a JPEG.
 */
export const HEADER_BYTES = 256 * 1024;

/**
 * Reads the header of an image from its first bytes, without decoding the image. Returns undefined for a drawing, for an
 * unknown type, and if the bytes end before the size. The bytes are untrusted: the size can be wrong.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = pngHeader(file) ?? jpegHeader(file) ?? webpHeader(file) ?? gifHeader(file) ?? avifHeader(file);
  return header === undefined || header.width === 0 || header.height === 0 ? undefined : header;
}

function pngHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 29 || bytes.readUInt32BE(0) !== 0x89504e47) return undefined;
  const isProgressive = bytes[28] === 1;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isProgressive };
}

function gifHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 4) !== "GIF8") return undefined;
  return { type: "image/gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), isProgressive: false };
}

/** Reads the three kinds of WebP: extended, lossless and lossy (RFC 9649). */
function webpHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 30 || bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
  return { type: "image/webp", ...webpSize(bytes), isProgressive: false };
}

function webpSize(bytes: Buffer): { readonly width: number; readonly height: number } {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const sides = bytes.readUInt32LE(21);
  return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
}
