import type { PictureRequest } from "../../src/renderer/picture.js";

/** A document and a request that are rendered together. */
export interface FuzzCase {
  /** A template document as an author writes it. */
  readonly source: unknown;
  readonly request: PictureRequest;
}

/** How the picture differs from the reference, or why the two were not compared. */
export type Compared = { readonly fault?: string } | { readonly error: string };
