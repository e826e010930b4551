/** The pixels of a picture for an encoder. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel, RGBA, premultiplied by alpha, rows from the top without gaps. */
  readonly pixels: Uint8Array;
  /** Whether all pixels are opaque. A PNG then has no alpha channel. */
  readonly isOpaque: boolean;
}
