/** The images of one render that are shown in several places. */
import { hash } from "node:crypto";
import type { Sharp } from "sharp";
import { loadSharp } from "../shared/native.js";
import type { Size } from "./place-image.js";

/** The smallest image that is kept, in pixels. Decoding a smaller one takes less time than drawing its layer. */
const MIN_KEPT_PIXELS = 2_000_000;
/**
 * The largest number of pixels of all images that are kept. With four bytes for each, they take a quarter of the memory
 * that one AVIF of this size needs.
 */
const MAX_KEPT_PIXELS = 25_000_000;
/**
 * The formats whose decoders cannot decode to a smaller size. Other formats would be decoded in full size for a small
 * place.
 */
const FORMATS: ReadonlySet<string> = new Set(["heif", "png", "gif", "tiff"]);
const MAX_CHANNELS = 4;

/** The facts of an image that are known before it is decoded. */
export interface DecodableImage extends Size {
  readonly format: string;
  /**
   * Whether the image has more than 8 bits for each channel. If so, its pixels are not kept, so that no place loses any
   * of these bits.
   */
  readonly isDeep: boolean;
}

interface RawImage {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/**
 * Decodes images of a picture. An image that is shown in several places is decoded at most twice: for its first place,
 * which is the only one for most images, and for all others. The pixels are the same in each place.
 */
export class DecodedImages {
  readonly #seen = new Set<string>();
  readonly #kept = new Map<string, Promise<RawImage>>();
  #pixelsLeft = MAX_KEPT_PIXELS;

  /** Returns whether the pixels of an image are kept already, so that opening it costs nothing. */
  has(bytes: Uint8Array): boolean {
    return this.#kept.has(keyOf(bytes));
  }

  /**
   * Returns an image with decoded pixels, from its second place on. Returns undefined for its first place, and if there
   * is no room for it.
   *
   * @param announce announces the memory that stays in use
   */
  async open(
    bytes: Uint8Array,
    encoded: Sharp,
    image: DecodableImage,
    announce: (bytes: number) => void,
  ): Promise<Sharp | undefined> {
    const pixels = image.width * image.height;
    if (image.isDeep || pixels < MIN_KEPT_PIXELS || !FORMATS.has(image.format)) return undefined;
    const key = keyOf(bytes);
    if (!this.#seen.has(key)) {
      this.#seen.add(key);
      return undefined;
    }
    const known = this.#kept.get(key);
    if (known !== undefined) return await opened(known);
    if (pixels > this.#pixelsLeft) return undefined;
    this.#pixelsLeft -= pixels;
    announce(pixels * MAX_CHANNELS);
    const upright = encoded.clone().autoOrient().toColourspace("srgb");
    const kept = upright.raw().toBuffer({ resolveWithObject: true });
    this.#kept.set(key, kept);
    return await opened(kept);
  }
}

async function opened(kept: Promise<RawImage>): Promise<Sharp> {
  const { data, info } = await kept;
  const { width, height, channels } = info;
  return (await loadSharp())(data, { raw: { width, height, channels }, limitInputPixels: false });
}

/** Identifies an image by its content, because each place decodes a data URI to another buffer. */
function keyOf(bytes: Uint8Array): string {
  return hash("sha1", bytes, "base64");
}
