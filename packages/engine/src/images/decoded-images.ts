/** The images of one render that are shown in several places. */
import { hash } from "node:crypto";
import type { Sharp } from "sharp";
import { loadSharp } from "../shared/native.js";
import type { Size } from "./place-image.js";

/** Smaller images are decoded in less time than their layers are drawn. */
const LEAST_PIXELS = 2_000_000;
/** The pixels of all images that are kept. With four bytes each, they are a quarter of what one AVIF of this size needs. */
const MOST_PIXELS = 25_000_000;
/** Formats whose decoders have no smaller size to decode to. Others would be read in full for a small place. */
const FORMATS: ReadonlySet<string> = new Set(["heif", "png", "gif", "tiff"]);
const MOST_CHANNELS = 4;

/** What is known of an image before it is decoded. */
export interface DecodableImage extends Size {
  readonly format: string;
  /** Whether it has more than 8 bits for each channel. Its pixels are not kept, so that no place loses any of them. */
  readonly isDeep: boolean;
}

interface RawImage {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/**
 * Decodes an image that is shown in several places of a picture at most twice: for its first place, which is the only one of most
 * images, and for all others. The pixels are the same in each place.
 */
export class DecodedImages {
  readonly #seen = new Set<string>();
  readonly #kept = new Map<string, Promise<RawImage>>();
  #pixelsLeft = MOST_PIXELS;

  /** Whether the pixels of an image are there already, so that opening it costs nothing. */
  has(bytes: Uint8Array): boolean {
    return this.#kept.has(keyOf(bytes));
  }

  /**
   * An image with decoded pixels, from its second place on. Undefined for its first place, and if there is no room for it.
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
    if (image.isDeep || pixels < LEAST_PIXELS || !FORMATS.has(image.format)) return undefined;
    const key = keyOf(bytes);
    if (!this.#seen.has(key)) {
      this.#seen.add(key);
      return undefined;
    }
    const known = this.#kept.get(key);
    if (known !== undefined) return await opened(known);
    if (pixels > this.#pixelsLeft) return undefined;
    this.#pixelsLeft -= pixels;
    announce(pixels * MOST_CHANNELS);
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

/** The bytes of a data URI are other ones for each place. */
function keyOf(bytes: Uint8Array): string {
  return hash("sha1", bytes, "base64");
}
