import type { Box } from "../paint/fragment.js";

/**
 * A layer to paint. Its attributes are final, except for an automatic color. Its box is absolute, in document pixels.
 * The registered type paints it.
 */
export interface ResolvedLayer extends Box {
  readonly type: string;
  /** Unique, and the same in each render of a document. */
  readonly id: string;
  readonly name?: string | undefined;
  /** The ID of the author's layer, if a group or an effect added this layer. @default `id` */
  readonly layerId?: string | undefined;
  /**
   * Degrees clockwise around the middle of the box. For a layer inside a rotated group, it includes the rotation of the
   * group.
   */
  readonly rotation: number;
  readonly opacity: number;
  /** Layers that are painted as one. Their boxes are absolute too. */
  readonly children?: readonly ResolvedLayer[] | undefined;
}
