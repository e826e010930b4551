import type { ChangedRows } from "./encoded-bands.js";
import { jpegBands, type JpegBands } from "./jpeg/jpeg-bands.js";
import { pngBands, type PngBands } from "./png/png-bands.js";

/** What is encoded already of a frame, in each format that is encoded in bands. Painting forgets what it changes. */
export class EncodedRows {
  readonly png: PngBands;
  readonly jpg: JpegBands;

  constructor(width: number) {
    this.png = pngBands(width);
    this.jpg = jpegBands();
  }

  /** The memory that it takes. */
  get byteLength(): number {
    return this.png.byteLength + this.jpg.byteLength;
  }

  /** Forgets the rows that touch any of the areas. */
  forget(areas: readonly ChangedRows[]): void {
    this.png.forget(areas);
    this.jpg.forget(areas);
  }
}
