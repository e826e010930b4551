import { adlerOfRows } from "./adler-32.js";
import { chunk } from "./chunk.js";
import { RowDeflater } from "./deflate-rows.js";
import { chooseFilter, filterRow, type PixelRows } from "./filter-rows.js";
import { toStraightAlpha } from "./straight-alpha.js";

/** Some rows of a picture as they are in a PNG. They depend on no other rows. */
export interface EncodedBand {
  /** A chunk with a part of the deflate stream, which ends at a byte. */
  readonly bytes: Uint8Array;
  /** The checksum of the filtered rows. */
  readonly adler: number;
  /** The number of bytes of the filtered rows. */
  readonly length: number;
}

/** The picture whose bands are encoded: premultiplied pixels, one word for each. */
export interface BandSource extends PixelRows {
  readonly height: number;
  readonly isOpaque: boolean;
}

/** Without alpha, or with all channels. */
const MASKS = { opaque: 0x00ffffff, all: -1 };

/** Encodes bands of rows of one picture. */
export class BandEncoder {
  readonly #source: BandSource;
  readonly #channels: number;
  readonly #words: Int32Array;
  readonly #filters: Uint8Array;
  /** The pixels of a translucent band, with straight alpha. */
  readonly #straight: Int32Array;
  readonly #deflater: RowDeflater;

  /** @param rows the most rows of a band */
  constructor(source: BandSource, rows: number) {
    const { width, isOpaque } = source;
    this.#source = source;
    this.#channels = isOpaque ? 3 : 4;
    this.#words = new Int32Array(rows * width);
    this.#filters = new Uint8Array(rows);
    this.#straight = new Int32Array(isOpaque ? 0 : rows * width);
    this.#deflater = new RowDeflater(width, rows, this.#channels);
  }

  /** Encodes the rows from `top` to `bottom`. */
  encode(top: number, bottom: number): EncodedBand {
    const { width } = this.#source;
    const [channels, rows] = [this.#channels, bottom - top];
    this.#filter(top, rows);
    const filtered = { words: this.#words, filters: this.#filters, width, rows, channels };
    return {
      bytes: chunk("IDAT", this.#deflater.deflate(filtered)),
      adler: adlerOfRows(filtered),
      length: rows * (1 + width * channels),
    };
  }

  #filter(top: number, rows: number): void {
    const { pixels, width, isOpaque } = this.#source;
    if (!isOpaque) toStraightAlpha(pixels, top * width, (top + rows) * width, this.#straight);
    const source = isOpaque ? { pixels, width } : { pixels: this.#straight, width };
    const first = isOpaque ? top : 0;
    const mask = isOpaque ? MASKS.opaque : MASKS.all;
    for (let row = 0; row < rows; row++) {
      const start = (first + row) * width;
      const filter = chooseFilter(source, start, row > 0);
      this.#filters[row] = filter;
      filterRow(source, start, filter, this.#words, row * width, mask);
    }
  }
}
