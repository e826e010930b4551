import type { PictureRequest } from "../../../../core/rendering/picture.js";

/** A document and a request that are rendered together. */
export interface FuzzCase {
  /** A template document as an author writes it. */
  readonly source: unknown;
  readonly request: PictureRequest;
}

/** The largest difference between the channels of the picture and of the reference, or why there is none. */
export type Compared = { readonly levels: number } | { readonly error: string };
