import { adlerOfRows } from "./adler-32.js";
import { chunk } from "./chunk.js";
import { RowDeflater } from "./deflate-rows.js";
import { chooseFilter, filterRow, FILTERS, type PixelRows } from "./filter-rows.js";
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

/**
 * Encodes bands, with memory that it keeps from band to band. One instance stays for the whole process: when a class has no
 * instance, a collection drops its compiled code, and the next render is several times slower.
 */
class BandEncoder {
  readonly #deflater = new RowDeflater();
  #words = new Int32Array();
  #filters = new Uint8Array();
  #empty = new Uint8Array();
  /** The pixels of a translucent band, with straight alpha. */
  #straight = new Int32Array();

  encode(source: BandSource, top: number, bottom: number): EncodedBand {
    const { width, isOpaque } = source;
    const [channels, rows] = [isOpaque ? 3 : 4, bottom - top];
    this.#reserve(rows, width);
    this.#filter(source, top, rows);
    const filtered = { words: this.#words, filters: this.#filters, empty: this.#empty, width, rows, channels };
    return {
      bytes: chunk("IDAT", this.#deflater.deflate(filtered)),
      adler: adlerOfRows(filtered),
      length: rows * (1 + width * channels),
    };
  }

  #reserve(rows: number, width: number): void {
    if (this.#filters.length < rows) [this.#filters, this.#empty] = [new Uint8Array(rows), new Uint8Array(rows)];
    if (this.#words.length >= rows * width) return;
    this.#words = new Int32Array(rows * width);
    this.#straight = new Int32Array(rows * width);
  }

  #filter({ pixels, width, isOpaque }: BandSource, top: number, rows: number): void {
    if (!isOpaque) toStraightAlpha(pixels, top * width, (top + rows) * width, this.#straight);
    const source = isOpaque ? { pixels, width } : { pixels: this.#straight, width };
    const first = isOpaque ? top : 0;
    const mask = isOpaque ? MASKS.opaque : MASKS.all;
    const bytes = Buffer.from(source.pixels.buffer, source.pixels.byteOffset, source.pixels.byteLength);
    for (let row = 0; row < rows; row++) {
      const start = (first + row) * width;
      const isSame = row > 0 && isSameAsAbove(bytes, 4 * start, 4 * width);
      this.#empty[row] = isSame ? 1 : 0;
      if (isSame) {
        this.#filters[row] = FILTERS.up;
        this.#words.fill(0, row * width, (row + 1) * width);
        continue;
      }
      const filter = chooseFilter(source, start, row > 0);
      this.#filters[row] = filter;
      filterRow(source, start, filter, this.#words, row * width, mask);
    }
  }
}

/** Most rows of a drawing repeat the row above. This comparison does not run in the interpreter of a fresh process. */
function isSameAsAbove(bytes: Buffer, start: number, length: number): boolean {
  return bytes.compare(bytes, start - length, start, start, start + length) === 0;
}

const encoder = new BandEncoder();

/** Encodes the rows of a picture from `top` to `bottom`. */
export function encodeBand(source: BandSource, top: number, bottom: number): EncodedBand {
  return encoder.encode(source, top, bottom);
}
