/** The drawing of an item for formats that contain texts, images and drawings as such. */
import type { VectorImage } from "../images/vector-image.js";
import type { Fragment } from "../paint/fragment.js";
import type { VectorText } from "../text/vector-text.js";

/** A drawing in document coordinates. */
export type VectorPiece = Fragment | VectorGroup | VectorText | VectorImage;

/** An isolated group. Its pieces are clipped, and blended as a whole. */
export interface VectorGroup {
  readonly pieces: readonly VectorPiece[];
  /** The area to clip to, as a filled shape. @default no clipping */
  readonly clip?: Fragment | undefined;
  /** @default 1 */
  readonly opacity?: number | undefined;
  /** A rotation around a point, clockwise, in degrees. The clip is not rotated. @default none */
  readonly rotation?: { readonly degrees: number; readonly x: number; readonly y: number } | undefined;
}
