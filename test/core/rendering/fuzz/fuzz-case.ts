import type { PictureRequest } from "../../../../core/rendering/picture.js";

/** A document and a request that are rendered together. */
export interface FuzzCase {
  /** A template document as an author writes it. */
  readonly source: unknown;
  readonly request: PictureRequest;
}

/** What one render needed. */
export interface Measured {
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** The most memory that was resident during the render. */
  readonly peakBytes: number;
  readonly width?: number;
  readonly height?: number;
  /** The error, if there is no picture. */
  readonly error?: string;
}
