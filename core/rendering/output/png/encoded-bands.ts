import type { EncodedBand } from "./band-encoder.js";

/** Rows of pixels that changed. */
export interface ChangedRows {
  readonly top: number;
  readonly height: number;
}

/**
 * The most bytes of a band with alpha, unless a row has more. Larger bands have fewer heads, smaller ones change less often.
 * The decoder fflate 0.8 reads no blocks of more than 131,072 bytes.
 */
const BAND_BYTES = 128_000;

/** The rows of each band of a picture. The last band can have fewer. */
export function rowsOfBand(width: number): number {
  return Math.max(1, Math.floor(BAND_BYTES / (1 + 4 * width)));
}

/**
 * The encoded bands of a frame. A band whose pixels changed must be forgotten. The others need not be encoded again, and
 * have the same bytes if they are.
 */
export class EncodedBands {
  readonly #bands = new Map<number, EncodedBand>();
  readonly #rowsOfBand: number;
  #isOpaque = true;
  #bytes = 0;

  constructor(width: number) {
    this.#rowsOfBand = rowsOfBand(width);
  }

  /** The memory of the bands. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Forgets the bands that touch any of the areas. */
  forget(areas: readonly ChangedRows[]): void {
    for (const { top, height } of areas) {
      const last = Math.floor((top + height - 1) / this.#rowsOfBand);
      for (let index = Math.floor(top / this.#rowsOfBand); index <= last; index++) this.#delete(index);
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
    const bands: EncodedBand[] = [];
    for (let top = 0; top < height; top += this.#rowsOfBand) {
      const known = this.#bands.get(bands.length);
      const band = known ?? encode(top, Math.min(height, top + this.#rowsOfBand));
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
