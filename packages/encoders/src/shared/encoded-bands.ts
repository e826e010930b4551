/** Rows of pixels that changed. */
export interface ChangedRows {
  readonly top: number;
  readonly height: number;
}

/** Some rows of a picture, encoded. They do not depend on other rows. */
interface Encoded {
  readonly bytes: Uint8Array;
}

/**
 * The encoded bands of a frame in one format. A band whose pixels changed must be forgotten. The others stay valid:
 * encoding them again at the same quality would give the same bytes.
 */
export class EncodedBands<Band extends Encoded> {
  readonly #bands = new Map<number, Band>();
  readonly #rowsOfBand: (isOpaque: boolean) => number;
  #isOpaque = true;
  #quality: number | undefined;
  #bytes = 0;

  /**
   * `rowsOfBand`: returns the number of rows in each band, of an opaque picture and of others. The last band can have
   * fewer.
   */
  constructor(rowsOfBand: (isOpaque: boolean) => number) {
    this.#rowsOfBand = rowsOfBand;
  }

  /** The memory of the bands, in bytes. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Forgets the bands that touch any of the areas. */
  forget(areas: readonly ChangedRows[]): void {
    const rows = this.#rowsOfBand(this.#isOpaque);
    for (const { top, height } of areas) {
      const last = Math.floor((top + height - 1) / rows);
      for (let index = Math.floor(top / rows); index <= last; index++) this.#delete(index);
    }
  }

  /**
   * Returns the bands of the picture from the top, and encodes those that are missing. All bands have the same
   * `quality`, if the format has one.
   */
  complete(
    { height, isOpaque, quality }: { height: number; isOpaque: boolean; quality?: number },
    encode: (top: number, bottom: number) => Band,
  ): Band[] {
    // An opaque picture has no alpha channel, so its bands do not fit a translucent one.
    if (isOpaque !== this.#isOpaque || quality !== this.#quality) this.forget([{ top: 0, height }]);
    this.#isOpaque = isOpaque;
    this.#quality = quality;
    const rows = this.#rowsOfBand(isOpaque);
    const bands: Band[] = [];
    for (let top = 0; top < height; top += rows) {
      const known = this.#bands.get(bands.length);
      const band = known ?? encode(top, Math.min(height, top + rows));
      if (known === undefined) this.#set(bands.length, band);
      bands.push(band);
    }
    return bands;
  }

  #set(index: number, band: Band): void {
    this.#bands.set(index, band);
    this.#bytes += band.bytes.byteLength;
  }

  #delete(index: number): void {
    this.#bytes -= this.#bands.get(index)?.bytes.byteLength ?? 0;
    this.#bands.delete(index);
  }
}
