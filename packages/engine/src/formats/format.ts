/** The facts of an output format for the service and the estimate, without its encoder. */
export interface Format {
  /** The name in requests, and the extension of files. */
  readonly name: string;
  /** Other names that requests can use. */
  readonly aliases: readonly string[];
  readonly contentType: string;
  /** Whether pictures can have transparent pixels. */
  readonly isTransparent: boolean;
  /** Whether browsers show a file as a picture in a page. @default true */
  readonly isShownByBrowsers?: boolean;
  /** The longest side that the encoder can write, in pixels. @default any */
  readonly maxSidePx?: number;
  /** Whether the encoder is part of sharp, which a process loads when it first needs it. */
  readonly needsSharp: boolean;
  /** The memory that the encoder needs besides the frame, in bytes for each pixel, as measured. */
  readonly encoderBytes: ByOpacity;
  /** The same for the estimate, which must never be too low. */
  readonly estimatedBytes: ByOpacity;
  /**
   * Processor time for each pixel in nanoseconds: for pictures with plain areas and text, and for pictures with photos.
   */
  readonly pixelNs: { readonly plain: number; readonly photo: number };
  /**
   * The quality of a picture whose request has none, from 1 to 100. Requests cannot set the quality of a
   * format without it.
   */
  readonly defaultQuality?: number;
  /**
   * The factors by which the encoder needs more time and memory than these figures at quality 100, for the estimate.
   * Between the default quality and 100, the estimate interpolates. @default 1
   */
  readonly atFullQuality?: { readonly time: number; readonly memory: number };
  /**
   * The greater efforts of the encoder, beginning with the greatest. They take more time and memory than the figures
   * above, and make smaller files. @default none
   */
  readonly efforts?: readonly Effort[];
  /** The side of the squares that the encoder works on, in pixels, even if a picture is smaller. @default 1 */
  readonly squarePx?: number;
  /** Processor time that a picture can need in addition to that for its pixels, in nanoseconds. @default none */
  readonly fixedNs?: number;
  /** Whether pictures consist of texts and shapes instead of pixels. @default false */
  readonly isVector?: boolean;
}

/** An effort of an encoder to make files small. */
export interface Effort {
  /** The number that the encoder has for this effort. */
  readonly effort: number;
  /** Larger pictures are encoded with less effort. */
  readonly maxPixels: number;
  /** The same as in {@link Format}. */
  readonly encoderBytes: ByOpacity;
  readonly estimatedBytes: ByOpacity;
  readonly pixelNs: Format["pixelNs"];
}

interface ByOpacity {
  readonly opaque: number;
  readonly translucent: number;
}
