/** What the service and the estimate know about one output format, without its encoder. */
export interface Format {
  /** The name in requests, and the extension of files. */
  readonly name: string;
  /** Other names that requests can use. */
  readonly aliases: readonly string[];
  readonly contentType: string;
  /** Whether pictures can have transparent pixels. */
  readonly isTransparent: boolean;
  /** The longest side that the encoder can write, in pixels. @default any */
  readonly maxSidePx?: number;
  /** Whether the encoder is a part of sharp, which a process loads when it needs it for the first time. */
  readonly needsSharp: boolean;
  /** Memory that the encoder needs besides the frame, in bytes for each pixel, as measured. */
  readonly encoderBytes: ByOpacity;
  /** The same for the estimate, which must never be too low. */
  readonly estimatedBytes: ByOpacity;
  /** Processor time for each pixel in nanoseconds: of pictures with plain areas and text, and of pictures with photos. */
  readonly pixelNs: { readonly plain: number; readonly photo: number };
  /** The encoder works on squares of this side in pixels, also if a picture is less wide or high. @default 1 */
  readonly squarePx?: number;
}

interface ByOpacity {
  readonly opaque: number;
  readonly translucent: number;
}
