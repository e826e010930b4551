import type { PictureRequest } from "../../../../core/rendering/picture.js";

/** A document and a request that are rendered together. */
export interface FuzzCase {
  /** A template document as an author writes it. */
  readonly source: unknown;
  readonly request: PictureRequest;
}

/** What the worker does with a case. */
export interface Order {
  readonly test: FuzzCase;
  /** Whether it also compares the picture with the reference path. */
  readonly compares: boolean;
}

/** What one render needed. */
export interface Measured {
  /** Processor time of all threads. */
  readonly cpuMs: number;
  /** The most memory that was resident during the render, with the process itself. */
  readonly peakBytes: number;
  /** The error that a caller gets, if the picture can't be made. */
  readonly refusal?: string;
  /** An error that must not occur. */
  readonly error?: string;
  /** How the picture differs from the reference, if it does. */
  readonly difference?: string;
}

/** What happened to a case in the worker. */
export type Outcome =
  { readonly measured: Measured } | { readonly ended: "crash" | "timeout"; readonly detail: string };
