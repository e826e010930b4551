/**
 * Finds the visible part of a layer. Invisible parts must not be written at all: resvg 0.45 aborts the whole process on
 * a group, clip or filter that is two or more pictures away from the picture.
 */
import { type Box, centerOf, intersection, inflate, overlaps, rotatedBounds } from "./fragment.js";

/** The place of a layer: its box, and its rotation around the center of the box. */
export interface Pose extends Box {
  readonly rotation: number;
}

/**
 * The view (the area of the document) from a layer's perspective. All boxes are in the layer's own coordinates, without
 * its rotation.
 */
export interface Sight {
  /**
   * Returns whether a part of the layer is in the view. The result is exact: a rotated part is not replaced by the box
   * around it.
   */
  readonly isSeen: (part: Box) => boolean;
  /**
   * Returns the part of a box that can matter for the view: everything farther than `margin` from the view is cut off.
   */
  readonly clip: (part: Box, margin?: number) => Box;
}

/** A view without edges. */
export const UNLIMITED_SIGHT: Sight = { isSeen: () => true, clip: (part) => part };

/** Returns the view from the perspective of a layer. */
export function sightOf(layer: Pose, view: Box): Sight {
  const middle = centerOf(layer);
  // The box around the view, rotated back. Two boxes, one of them rotated, share an area exactly if each of them
  // overlaps the box around the other one (the separating axis theorem).
  const rotatedBack = rotatedBounds(view, -layer.rotation, middle);
  return {
    isSeen: (part) => overlaps(part, rotatedBack) && overlaps(rotatedBounds(part, layer.rotation, middle), view),
    clip: (part, margin = 0) => intersection(part, inflate(rotatedBack, margin + CLIP_MARGIN)),
  };
}

/**
 * The distance in document pixels between the view and a cut. A cut exactly at the edge of the view would show its
 * antialiasing.
 */
const CLIP_MARGIN = 8;
