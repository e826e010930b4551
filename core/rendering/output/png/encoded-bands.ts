import type { EncodedBand } from "./band-encoder.js";

/** Rows of pixels that changed. */
export interface ChangedRows {
  readonly top: number;
  readonly height: number;
}

/**
 * The most bytes of a band, unless a row has more. Larger bands have fewer heads, smaller ones change less often. The decoder
 * fflate 0.8 reads no blocks of more bytes.
 */
const BAND_BYTES = 131_072;

/** The rows of each band of a picture. The last band can have fewer. An opaque picture has three bytes for each pixel. */
export function rowsOfBand(width: number, isOpaque: boolean): number {
  return Math.max(1, Math.floor(BAND_BYTES / (1 + (isOpaque ? 3 : 4) * width)));
}

/**
 * The encoded bands of a frame. A band whose pixels changed must be forgotten. The others need not be encoded again, and
 * have the same bytes if they are.
 */
export class EncodedBands {
  readonly #bands = new Map<number, EncodedBand>();
  readonly #width: number;
  #isOpaque = true;
  #bytes = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** The memory of the bands. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Forgets the bands that touch any of the areas. */
  forget(areas: readonly ChangedRows[]): void {
    const rows = rowsOfBand(this.#width, this.#isOpaque);
    for (const { top, height } of areas) {
      const last = Math.floor((top + height - 1) / rows);
      for (let index = Math.floor(top / rows); index <= last; index++) this.#delete(index);
    }
  }

  /** The bands of the picture, from the top. */
  complete(
    { height, isOpaque }: { readonly height: number; readonly isOpaque: boolean },
    encode: (top: number, bottom: number) => EncodedBand,
  ): EncodedBand[] {
    // An opaque picture has no alpha channel, so its bands do not fit any other.
    if (isOpaque !== this.#isOpaque) this.forget([{ top: 0, height }]);
    this.#isOpaque = isOpaque;
    const rows = rowsOfBand(this.#width, isOpaque);
    const bands: EncodedBand[] = [];
    for (let top = 0; top < height; top += rows) {
      const known = this.#bands.get(bands.length);
      const band = known ?? encode(top, Math.min(height, top + rows));
      if (known === undefined) this.#set(bands.length, band);
      bands.push(band);
    }
    return bands;
  }

  #set(index: number, band: EncodedBand): void {
    this.#bands.set(index, band);
    this.#bytes += band.bytes.byteLength;
  }

  #delete(index: number): void {
    this.#bytes -= this.#bands.get(index)?.bytes.byteLength ?? 0;
    this.#bands.delete(index);
  }
}
