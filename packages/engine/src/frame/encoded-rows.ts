import { type ChangedRows, jpegBands, type JpegBands, pngBands, type PngBands } from "@image-render/encoders";

/**
 * The rows of a frame that are encoded already, in each format that is encoded in bands. Painting removes the rows that
 * it changes.
 */
export class EncodedRows {
  readonly png: PngBands;
  readonly jpg: JpegBands;

  constructor(width: number) {
    this.png = pngBands(width);
    this.jpg = jpegBands();
  }

  /** The memory of the encoded rows, in bytes. */
  get byteLength(): number {
    return this.png.byteLength + this.jpg.byteLength;
  }

  /** Forgets the rows that touch any of the areas. */
  forget(areas: readonly ChangedRows[]): void {
    this.png.forget(areas);
    this.jpg.forget(areas);
  }
}
