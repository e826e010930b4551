/** Packs many pictures into one ZIP. The pictures are compressed already, so they are stored as they are. */
import { Zip, ZipPassThrough } from "fflate";
import type { PictureFile } from "../model/picture-files.js";

/** A ZIP in this form can have 4 GB. Not every browser keeps a large file outside of its memory. */
export const MAX_ZIP_BYTES = 2_000_000_000;
/** The number of pictures that are loaded at the same time. */
const CONCURRENT = 4;
/** Bytes of this size are handed to the browser, which keeps large ones outside of the memory of the page. */
const PIECE_BYTES = 8_000_000;

/** The pictures are together larger than {@link MAX_ZIP_BYTES}. */
export class ZipTooLarge extends Error {
  override readonly name = "ZipTooLarge";
}

/** The functions of the page that packing needs. */
export interface Packing {
  /** Loads a picture. Resolves to undefined if it is no longer stored. */
  readonly load: (url: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Is called with the number of pictures that are packed. */
  readonly onProgress: (packed: number) => void;
  /** The largest ZIP. Tests use a smaller limit. */
  readonly maxBytes?: number;
}

/** A finished ZIP. */
export interface PackedPictures {
  readonly zip: Blob;
  readonly pictures: number;
  /** The number of pictures that are no longer stored. */
  readonly missing: number;
}

/**
 * Loads the pictures and packs them in their order. The page holds only a few of them at a time.
 * @throws ZipTooLarge, and the errors of `load`
 */
export async function packPictures(
  files: readonly PictureFile[],
  { load, onProgress, maxBytes = MAX_ZIP_BYTES }: Packing,
): Promise<PackedPictures> {
  const pieces = new Pieces();
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    pieces.add(bytes);
  });
  const start = (file: PictureFile | undefined) => {
    const loading = file && load(file.url);
    // A failure is thrown when its turn comes. Until then, nothing else handles it.
    loading?.catch(() => undefined);
    return loading;
  };
  const waiting = files.slice(0, CONCURRENT).map(start);
  let pictures = 0;
  for (const [index, { name }] of files.entries()) {
    const bytes = await waiting.shift();
    waiting.push(start(files[index + CONCURRENT]));
    if (bytes !== undefined) {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(bytes, true);
      pictures++;
    }
    if (pieces.size > maxBytes) throw new ZipTooLarge();
    onProgress(index + 1);
  }
  zip.end();
  return { zip: pieces.join(), pictures, missing: files.length - pictures };
}

/** Collects bytes, and hands them to the browser in pieces. */
class Pieces {
  size = 0;
  readonly #finished: Blob[] = [];
  #open: Uint8Array<ArrayBuffer>[] = [];
  #openBytes = 0;

  add(bytes: Uint8Array): void {
    this.#open.push(bytes as Uint8Array<ArrayBuffer>);
    this.#openBytes += bytes.length;
    this.size += bytes.length;
    if (this.#openBytes >= PIECE_BYTES) this.#finish();
  }

  join(): Blob {
    this.#finish();
    return new Blob(this.#finished, { type: "application/zip" });
  }

  #finish(): void {
    this.#finished.push(new Blob(this.#open));
    this.#open = [];
    this.#openBytes = 0;
  }
}
