import { deflateSync } from "node:zlib";
import { encodePng } from "@image-render/encoders";
import type { PdfOutput } from "./canvas.js";
import type { PdfStream } from "./pdf-file.js";
import { ref } from "./syntax.js";

/** Pixels in RGBA, premultiplied by alpha, in rows without gaps. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly isOpaque: boolean;
}

/** An image as a PDF stores it. */
export interface EncodedImage {
  readonly colors: PdfStream;
  /** The opacity of each pixel. @default opaque */
  readonly alpha?: PdfStream | undefined;
}

/** Returns the bytes of memory that an encoded image takes. */
export function bytesOfImage({ colors, alpha }: EncodedImage): number {
  return colors.data.length + (alpha?.data.length ?? 0) + 500;
}

/** Adds an image to the file and returns its name. It fills the square from 0, 0 to 1, 1. */
export function addImage({ file, resources }: PdfOutput, { colors, alpha }: EncodedImage): string {
  const mask = alpha && file.addStream(alpha);
  const dictionary = mask === undefined ? colors.dictionary : `${colors.dictionary}/SMask ${ref(mask)}`;
  return resources.add("XObject", file.addStream({ ...colors, dictionary }));
}

/** Returns the entries that all images have. */
export function imageEntries(width: number, height: number, space: string): string {
  return `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/${space}`;
}

/** Microseconds for encoding a pixel. */
export const US_PER_ENCODED_PIXEL = 0.05;

/** Encodes pixels without loss. Colors of one value, such as those of a shadow, take one pixel. */
export function encodeImage(source: Pixels): EncodedImage {
  if (source.isOpaque) return { colors: colorStream(source) };
  const { width, height, pixels } = source;
  const plain = withoutAlpha(pixels);
  const alpha = new Uint8Array(width * height);
  for (let index = 0; index < alpha.length; index++) alpha[index] = pixels[index * 4 + 3] ?? 0;
  return {
    colors: plain.isOneColor
      ? colorStream({ width: 1, height: 1, pixels: plain.colors.subarray(0, 4), isOpaque: true })
      : colorStream({ width, height, pixels: plain.colors, isOpaque: true }),
    alpha: {
      dictionary: `${imageEntries(width, height, "DeviceGray")}/Interpolate true/Filter/FlateDecode`,
      data: deflateSync(alpha, { level: ALPHA_LEVEL }),
    },
  };
}

/** Alpha has large areas of one value, which even the fastest level packs well. */
const ALPHA_LEVEL = 1;

/** The bytes of a PNG before its first chunk, and around the content of each chunk. */
const PNG = { signature: 8, type: 4, head: 8, end: 4 } as const;

/** Encodes opaque pixels. A PDF can contain the compressed rows of a PNG, so our fast encoder writes them. */
function colorStream(source: Pixels): PdfStream {
  const png = Buffer.from(encodePng(source));
  const parts: Uint8Array[] = [];
  for (let at: number = PNG.signature; at + PNG.head < png.length;) {
    const length = png.readUInt32BE(at);
    const start = at + PNG.head;
    if (png.toString("latin1", at + PNG.type, start) === "IDAT") parts.push(png.subarray(start, start + length));
    at = start + length + PNG.end;
  }
  const { width, height } = source;
  const rows = `/DecodeParms<</Predictor 15/Colors 3/Columns ${width}>>`;
  return {
    dictionary: `${imageEntries(width, height, "DeviceRGB")}/Interpolate true/Filter/FlateDecode${rows}`,
    data: Buffer.concat(parts),
  };
}

/** Divides colors by their alpha, and makes them opaque. A transparent pixel gets the color before it. */
function withoutAlpha(pixels: Uint8Array): { readonly colors: Uint8Array; readonly isOneColor: boolean } {
  const colors = new Uint8Array(pixels.length);
  const known = new Uint8Array(3);
  let best = 0;
  let isOneColor = true;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel++) {
      const value =
        alpha === 0 ? (known[channel] ?? 0) : Math.min(255, Math.round(((pixels[at + channel] ?? 0) * 255) / alpha));
      colors[at + channel] = value;
      // Rounding blurs the color of a faint pixel, so such a pixel is compared only roughly.
      if (alpha > 0 && best > 0 && Math.abs(value - (known[channel] ?? 0)) > 1 + 255 / Math.min(alpha, best))
        isOneColor = false;
    }
    colors[at + 3] = 255;
    if (alpha > best || !isOneColor) {
      known.set(colors.subarray(at, at + 3));
      best = Math.max(best, alpha);
    }
  }
  if (isOneColor) colors.set(known);
  return { colors, isOneColor };
}
