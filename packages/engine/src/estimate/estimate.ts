/** The result of an estimate of a render. */

/** A part of a document or of the output, with its cost. */
export interface Contributor {
  /**
   * The path in the document, such as `layers[2].children[0]` or `background`. `output` stands for the size and format
   * of the picture.
   */
  readonly path: string;
  /** The layer's name, if it has one. */
  readonly name: string | undefined;
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** The costliest part of it, such as "a blurred shadow". */
  readonly reason: string;
}

/** The maximum cost of a render, as far as that can be known before the render begins. */
export interface Estimate {
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** Memory in addition to that of the process with full caches. */
  readonly memoryBytes: number;
  /**
   * The effort of the encoder: the greatest with which the render keeps within the limits. Undefined for the least, and
   * for a format that has no efforts.
   */
  readonly effort: number | undefined;
  /** Whether the picture has images to decode. */
  readonly hasImages: boolean;
  /** Whether the size of an image is not known, so that a smaller image would cost the same. */
  readonly hasUnknownImages: boolean;
  /** The contributors, sorted by processor time from the highest. */
  readonly contributors: readonly Contributor[];
}
