/** The work of decoding the images of a picture, as far as it is known before they are decoded. */
import { decodingBytesPerPixel, decodingNs, type ImageFacts } from "../image-headers/decoding-work.js";
import { readImageHeader } from "../image-headers/read-image-header.js";
import { MAX_AVIF_PIXELS, MAX_IMAGE_PIXELS } from "../limits/picture-limits.js";

/**
 * The number of base64 characters that are decoded to find the header of an image. If it is not there, all of them are
 * decoded.
 */
const HEAD_CHARACTERS = 100_000;

/** The work of decoding an image. */
export interface ImageWork {
  readonly pixels: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** Whether the size of the image is not known. */
  readonly isUnknown?: boolean;
  /** The source of an SVG, which is drawn at the size that is needed. */
  readonly svg?: string;
}

/** The images that an estimate knows more about than their address. */
export interface KnownImages {
  /** Returns the facts about the image at an address, or undefined if they are not known. */
  readonly factsOf?: (url: string) => ImageFacts | undefined;
  /** How an image of unknown size counts. @default typical */
  readonly unknown?: "typical" | "largest";
  /** Every image counts as if it had at most this many pixels. @default no limit */
  readonly mostPixels?: number | undefined;
}

/** The facts about an image whose cost does not count. With a pixel, the picture still counts as one with images. */
export const NOTHING_TO_DECODE: ImageFacts = {
  type: "image/png",
  width: 1,
  height: 1,
  bytes: 0,
  isProgressive: false,
};

/** The time for a pixel, and its memory, in an image of unknown type. */
const UNKNOWN_PIXEL_NS = 25;
const UNKNOWN_PIXEL_BYTES = 18;
/** A photo of a good camera. As a JPEG in one pass, it takes a third of the time that counts, and as an AVIF twice as much. */
const TYPICAL_PIXELS = 12_000_000;
/** Without an image, there is nothing to decode. */
const NO_WORK: ImageWork = { pixels: 0, cpuMs: 0, memoryBytes: 0 };

/**
 * An image of unknown size. Its true size is checked when it has been loaded. Until then, its memory is that of the
 * largest image.
 */
const UNKNOWN: Readonly<Record<NonNullable<KnownImages["unknown"]>, ImageWork>> = {
  typical: workOf(TYPICAL_PIXELS),
  largest: workOf(MAX_IMAGE_PIXELS),
};
/** The time that counts for an image of unknown size. */
export const TYPICAL_IMAGE_MS = UNKNOWN.typical.cpuMs;

function workOf(pixels: number): ImageWork {
  return {
    pixels,
    cpuMs: (pixels * UNKNOWN_PIXEL_NS) / 1e6,
    memoryBytes: MAX_IMAGE_PIXELS * UNKNOWN_PIXEL_BYTES,
    isUnknown: true,
  };
}

/** Returns the work of decoding the image at an address. */
export function imageWork(url: string, known: KnownImages): ImageWork {
  const work = wholeWork(url, known);
  const share = work.pixels === 0 ? 1 : Math.min(1, (known.mostPixels ?? Infinity) / work.pixels);
  const { pixels, cpuMs, memoryBytes } = work;
  return { ...work, pixels: pixels * share, cpuMs: cpuMs * share, memoryBytes: memoryBytes * share };
}

function wholeWork(url: string, { factsOf, unknown = "typical" }: KnownImages): ImageWork {
  if (url === "") return NO_WORK;
  const facts = factsOf?.(url);
  if (facts !== undefined) return decodingWork(facts);
  return /^data:/i.test(url) ? dataUriWork(url) : UNKNOWN[unknown];
}

/** Returns the work of decoding an image. An image beyond the limits is not decoded, and counts as the largest one. */
export function decodingWork(facts: ImageFacts): ImageWork {
  const most = facts.type === "image/avif" ? MAX_AVIF_PIXELS : MAX_IMAGE_PIXELS;
  const pixels = Math.min(most, facts.width * facts.height);
  const cpuMs = decodingNs({ ...facts, width: pixels, height: 1 }) / 1e6;
  return { pixels, cpuMs, memoryBytes: pixels * decodingBytesPerPixel(facts.type) };
}

function dataUriWork(url: string): ImageWork {
  const start = url.indexOf(",") + 1;
  const head = Buffer.from(url.slice(start, start + HEAD_CHARACTERS), "base64");
  // The bytes decide, not the media type, as they do when the image is drawn.
  if (/^\uFEFF?\s*</.test(head.toString("utf8", 0, 100))) {
    return { ...NO_WORK, svg: Buffer.from(url.slice(start), "base64").toString("utf8") };
  }
  const header = readImageHeader(head) ?? readImageHeader(Buffer.from(url.slice(start), "base64"));
  // Without a header, the image is not valid, or of a rare kind.
  if (header === undefined) return { ...UNKNOWN.typical, isUnknown: false };
  return decodingWork({ ...header, bytes: ((url.length - start) * 3) / 4 });
}
